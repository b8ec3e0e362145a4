import { setImmediate } from 'node:timers/promises';

import { heapInUse } from '@funnel/service-kit/heap.testkit';

import { anExperiment } from '../experiments/experiment.testkit.ts';
import { openDatabase } from '../platform/database.ts';
import { createTestDatabase, startTestApp } from '../platform/service.testkit.ts';
import { promote } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from '../releases/release.testkit.ts';

jest.setTimeout(120_000);

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
  // Three bytes for each character.
  html: `<p>${'€'.repeat(120_000)}</p>`,
};

/** The bytes of buffers. They are freed a moment after the garbage collection. */
async function bufferBytesInUse(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    heapInUse();
    await setImmediate();
  }
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
  const before = await bufferBytesInUse();
  for (let round = 0; round < 18; round++) await Promise.all(Array.from({ length: 10 }, load));
  expect(((await bufferBytesInUse()) - before) / megabyte).toBeLessThan(40);
  await app.close();
  await database.close();
  await testDatabase.remove();
});
