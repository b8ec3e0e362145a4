import { buildEdited, relabelBuild, release } from '../support/builds.ts';
import { expect, test, type Funnel } from '../support/funnel.ts';

test.use({ productName: 'a product with smoke tests' });

const certificationOf = async (funnel: Funnel, setId: string): Promise<unknown> => {
  const { set } = JSON.parse(await release(funnel, 'verify', setId, '--json'));
  return set.certification;
};

test('the smoke test certifies a set with a new version before it is live, whatever its texts are', async ({
  funnel,
}) => {
  const quiz = relabelBuild('mfe-quiz', '901.2.0', { texts: { 'How old are you?': 'What is your age?' } });
  const pricing = relabelBuild('mfe-pricing', '901.1.0', { texts: { 'GET IMMEDIATE ACCESS': 'START NOW' } });
  await release(funnel, 'publish', 'mfe-quiz', '--dir', quiz);
  await release(funnel, 'publish', 'mfe-pricing', '--dir', pricing);
  const setId = (await release(funnel, 'prepare', 'mfe-quiz@901.2.0', 'mfe-pricing@901.1.0')).trim();
  expect(await certificationOf(funnel, setId)).toBeNull();

  expect(await release(funnel, 'certify', setId)).toMatch(
    /passed: \d\d screens \(\/ \/step-1 .* \/final \/checkout \/payment-success\), paid with a test card\n$/,
  );
  expect(await certificationOf(funnel, setId)).toMatchObject({ outcome: 'passed', actor: 'operator' });
});

test('the smoke test fails a version that cannot be paid, and reports where it stopped', async ({
  funnel,
}) => {
  // Its main button leads back to the offer.
  const dir = relabelBuild('mfe-pricing', '901.2.0', { texts: { '"/checkout"': '"/final"' } });
  await release(funnel, 'publish', 'mfe-pricing', '--dir', dir);
  const setId = (await release(funnel, 'prepare', 'mfe-pricing@901.2.0')).trim();
  await expect(release(funnel, 'certify', setId)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the main button leads to a payment form'),
  });
  expect(await certificationOf(funnel, setId)).toMatchObject({
    outcome: 'failed',
    report: expect.stringContaining('the main button leads to a payment form'),
  });
});

test('the smoke test names the version that threw, and its error, although visitors get the version before', async ({
  funnel,
}) => {
  const dir = await buildEdited('mfe-legal', '901.3.0', [
    {
      file: 'src/legal.remote.tsx',
      from: 'export const remote',
      to: "throw new Error('no texts');\nexport const remote",
    },
  ]);
  await release(funnel, 'publish', 'mfe-legal', '--dir', dir);
  const setId = (await release(funnel, 'prepare', 'mfe-legal@901.3.0')).trim();
  await expect(release(funnel, 'certify', setId)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/instead of those of this set:\n(.*\n)*mfe-legal@901\.3\.0: .*no texts/),
  });
});
