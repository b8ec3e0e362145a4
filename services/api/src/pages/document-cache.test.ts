import { heapInUse } from '@funnel/service-kit/heap.testkit';

import { anExperiment } from '../experiments/experiment.testkit.ts';
import { openDatabase } from '../platform/database.ts';
import { createTestDatabase, startTestApp } from '../platform/service.testkit.ts';
import { promote } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from '../releases/release.testkit.ts';

jest.setTimeout(60_000);

const megabyte = 1024 * 1024;

/** Twenty experiments with five arms each give nearly every visit another combination of arms. */
const experiments = Array.from({ length: 20 }, (_, at) => ({
  ...anExperiment,
  name: `quiz/heading-${at}`,
  seenAt: '/',
  arms: ['a', 'b', 'c', 'd', 'e'].map((arm) => ({
    name: arm,
    weight: 1,
    settings: { variants: { [`quiz/heading-${at}`]: arm } },
  })),
}));

const screen = {
  path: '/',
  title: 'Quiz',
  topBar: { back: null, counter: null, progress: null, hidden: false },
  html: `<p>${'A long text. '.repeat(9000)}</p>`,
};

function bufferBytesInUse(): number {
  heapInUse();
  return process.memoryUsage().arrayBuffers;
}

it('keeps a limited number of documents, however many combinations of arms visits have', async () => {
  const testDatabase = await createTestDatabase.sqlite();
  const database = await openDatabase(testDatabase);
  const app = await startTestApp({ database });
  const product = await publishProduct(app);
  await publishTest(app, testQuiz('1.1.0', { experiments, firstScreens: [screen] }));
  await promote(
    clientOf(app),
    product.map((member) => member.replace('mfe-quiz@1.0.0', 'mfe-quiz@1.1.0')),
  );
  const load = async () => {
    const response = await app.request('/', { headers: { 'accept-encoding': 'identity' } });
    expect((await response.text()).length).toBeGreaterThan(100_000);
  };
  await load();
  const before = bufferBytesInUse();
  for (let round = 0; round < 60; round++) await Promise.all(Array.from({ length: 10 }, load));
  expect((bufferBytesInUse() - before) / megabyte).toBeLessThan(45);
  await app.close();
  await database.close();
  await testDatabase.remove();
});
