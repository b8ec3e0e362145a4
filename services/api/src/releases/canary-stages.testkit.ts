import { updateCanaryStage } from '@funnel/releases/canary-stages/canary-stages';

import type { Database } from '../platform/database.ts';
import { createTestClock, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import { addVisits } from '../reports/analytics.testkit.ts';
import { audit, promote, sendCertification, status, updateCanary } from './release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from './release.testkit.ts';

type VisitOptions = Parameters<typeof addVisits>[3];
type Certification = Parameters<typeof sendCertification>[2];

const hourMs = 3_600_000;

/** The stages of the canary that begins before each test. */
export const stages = [
  { percent: 10, minutes: 120 },
  { percent: 50, minutes: 24 * 60 },
];

/** Two replicas of a service. A canary of `mfe-quiz@1.1.0` begins its first stage before each test, and is stopped after it. */
export function stagedCanary(open: () => Promise<Database>) {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  let replica: TestApp;
  let stable = '';
  let canary = '';

  const client = () => clientOf(app);
  const canaryNow = async () => (await status(client())).canary;
  const addStable = (count: number, options?: VisitOptions) => addVisits(app, stable, count, options);
  const addCanary = (count: number, options?: VisitOptions) => addVisits(app, canary, count, options);
  async function start(planned: typeof stages) {
    const started = await promote(client(), ['mfe-quiz@1.1.0'], { stages: planned });
    stable = started.set?.id ?? '';
    canary = started.canary?.set.id ?? '';
    advance(1);
  }

  beforeAll(async () => {
    const database = await open();
    app = await startTestApp({ database, clock });
    replica = await startTestApp({ database, clock });
    await promote(client(), await publishProduct(app));
    await publishTest(app, testQuiz('1.1.0'));
  });
  afterAll(() => Promise.all([app.close(), replica.close()]));
  beforeEach(async () => {
    advance(48 * hourMs);
    await start(stages);
  });
  afterEach(async () => {
    if (await canaryNow()) await updateCanary(client(), { action: 'stop' });
  });

  return {
    clock,
    advance,
    client,
    clientOfReplica: () => clientOf(replica),
    context: () => app.context,
    sets: () => ({ stable, canary }),
    canaryNow,
    newest: async () => (await audit(client())).deployments[0],
    addStable,
    addCanary,
    /** As many visitors of each set as a stage of 10 % brings. */
    async addEqualVisits() {
      await addStable(2700);
      await addCanary(300);
    },
    certify: (certification: Certification) => sendCertification(client(), canary, certification),
    start,
    /** Starts the canary again, with one stage of this percentage. */
    restartAt: (percent: number) => start([{ percent, minutes: 120 }]),
    /** Both replicas look at once. Returns how many changed something. */
    async look() {
      const looks = [updateCanaryStage(app.context), updateCanaryStage(replica.context)];
      return (await Promise.all(looks)).filter(Boolean).length;
    },
  };
}
