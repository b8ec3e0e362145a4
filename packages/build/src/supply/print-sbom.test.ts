import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { printSbom } from './print-sbom.ts';

it('says which workspace is not linked and what links it, even if npm was started with --silent', () => {
  const root = mkdtempSync(join(tmpdir(), 'sbom-'));
  const write = (path: string, text: object) => writeFileSync(join(root, path), JSON.stringify(text));
  mkdirSync(join(root, 'mfe-survey'));
  write('package.json', { name: 'product', version: '1.0.0', private: true, workspaces: ['mfe-*'] });
  write('mfe-survey/package.json', { name: 'mfe-survey', version: '1.0.0', private: true });
  const environment = { ...process.env, npm_config_loglevel: 'silent' };
  expect(() => printSbom(root, ['mfe-survey'], environment)).toThrow(
    /^npm error code ESBOMPROBLEMS\nnpm error missing: mfe-survey@.*\n\nnode_modules does not fit package-lock\.json\. Run npm install, and then this command again\.$/s,
  );
  rmSync(root, { recursive: true });
});

it('lists what a workspace is deployed with, and not the tools that it is developed with', () => {
  const root = mkdtempSync(join(tmpdir(), 'sbom-'));
  const write = (folder: string, text: object) => {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify({ version: '1.0.0', ...text }));
  };
  write('.', { name: 'product', private: true, workspaces: ['mfe-*'] });
  write('mfe-survey', {
    name: 'mfe-survey',
    dependencies: { 'shown-to-visitors': '1.0.0' },
    devDependencies: { 'run-by-developers': '1.0.0' },
  });
  for (const name of ['shown-to-visitors', 'run-by-developers']) write(`node_modules/${name}`, { name });
  symlinkSync('../mfe-survey', join(root, 'node_modules/mfe-survey'));
  const { components }: { components: { name: string }[] } = JSON.parse(
    printSbom(root, ['mfe-survey'], process.env),
  );
  const names = components.map(({ name }) => name);
  expect(names).toContain('shown-to-visitors');
  expect(names).not.toContain('run-by-developers');
  rmSync(root, { recursive: true });
});
