import { completeSbom } from './complete-sbom.ts';

const printed = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  metadata: { component: { name: 'some-folder', version: '1.0.0' } },
  components: [
    {
      name: 'koa',
      version: '3.3.0',
      purl: 'pkg:npm/koa@3.3.0',
      externalReferences: [{ type: 'distribution', url: 'https://registry.example/koa.tgz' }],
    },
  ],
};

it('contains the product’s name and no download URLs', () => {
  const { text, components } = completeSbom(JSON.stringify(printed), 'quiz-funnel');
  expect(components).toBe(1);
  expect(JSON.parse(text)).toEqual({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'quiz-funnel', version: '1.0.0' } },
    components: [{ name: 'koa', version: '3.3.0', purl: 'pkg:npm/koa@3.3.0' }],
  });
});

it.each([
  ['another document', { ...printed, bomFormat: 'SPDX' }],
  ['an empty list', { ...printed, components: [] }],
])('rejects %s', (_, document) => {
  expect(() => completeSbom(JSON.stringify(document), 'quiz-funnel')).toThrow('npm sbom');
});
