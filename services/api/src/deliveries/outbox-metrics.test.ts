import { createHttpClient } from '@funnel/service-kit/http/http-client';
import { classifyWebhookResponse } from '@funnel/service-kit/jobs/signed-webhook';
import { createLog } from '@funnel/service-kit/log';

import { createDependencies } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startReceiver,
  startTestApp,
  testKeys,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { deliverDue } from './deliver-due.ts';
import type { Destination } from './destination.ts';
import { enqueue } from './outbox-repository.ts';

const headers = { authorization: `Bearer ${testOperatorToken}` };

describeOnEachEngine('the metrics of the outbox', (open) => {
  const { clock, advance } = createTestClock();
  const http = createHttpClient({ allowPrivateDestinations: true });
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  const apps: TestApp[] = [];
  let count = 0;

  beforeAll(async () => {
    receiver = await startReceiver(({ body }) => ({ status: Number(body) }));
  });
  afterAll(() => Promise.all([...apps.map((app) => app.close()), receiver.close(), http.close()]));

  /** Its receiver answers each delivery with the status in the payload. */
  const destinationOf = (name: string): Destination => ({
    name,
    kind: 'lead',
    request: ({ payload }) =>
      payload === 'unsendable'
        ? { status: 'permanent', reason: 'not for this destination' }
        : { url: receiver.origin, headers: {}, body: payload },
    classify: classifyWebhookResponse,
  });

  /** Starts a service whose worker counts its attempts. */
  async function startCountingApp(database: Database) {
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' });
    const context = { config, database, clock, log: createLog('silent'), keys: testKeys };
    const { metrics, countAttempt } = createDependencies(context);
    const app = await startTestApp({ database, clock, dependencies: { metrics, countAttempt } });
    apps.push(app);
    const put = (destination: string, payload: string) =>
      enqueue(database.db, { id: `delivery-${++count}`, destination, kind: 'lead', payload }, clock());
    const deliver = (name: string) => deliverDue(app.context, http, destinationOf(name), countAttempt);
    const scrape = async () => {
      const response = await app.request('/metrics', { headers });
      const series = (await response.text()).match(/^outbox.*/gm)?.sort();
      return { status: response.status, series };
    };
    return { put, deliver, scrape };
  }

  it('show attempts, backlogs, breakers and stops of every destination as they are at each scrape', async () => {
    const { put, deliver, scrape } = await startCountingApp(await open());
    for (const payload of ['503', '503', '503']) {
      await put('down', payload);
      await deliver('down');
      advance(1000);
    }
    await put('gone', '410');
    await deliver('gone');
    await put('well', 'unsendable');
    await put('well', '204');
    await deliver('well');
    await put('well', '204');
    advance(60_000);
    expect(await scrape()).toEqual({
      status: 200,
      series: [
        'outbox_attempts_total{destination="down",outcome="retryable"} 3',
        'outbox_attempts_total{destination="gone",outcome="stopped"} 1',
        'outbox_attempts_total{destination="well",outcome="delivered"} 1',
        'outbox_attempts_total{destination="well",outcome="unsent"} 1',
        'outbox_breaker{destination="down",state="open"} 1',
        'outbox_breaker{destination="gone",state="open"} 0',
        'outbox_breaker{destination="well",state="open"} 0',
        'outbox_deliveries{destination="down",state="dead"} 0',
        'outbox_deliveries{destination="down",state="waiting"} 3',
        'outbox_deliveries{destination="gone",state="dead"} 0',
        'outbox_deliveries{destination="gone",state="waiting"} 1',
        'outbox_deliveries{destination="well",state="dead"} 1',
        'outbox_deliveries{destination="well",state="waiting"} 1',
        'outbox_oldest_seconds{destination="down",state="waiting"} 63',
        'outbox_oldest_seconds{destination="gone",state="waiting"} 60',
        'outbox_oldest_seconds{destination="well",state="waiting"} 60',
        'outbox_stopped{destination="down",state="stopped"} 0',
        'outbox_stopped{destination="gone",state="stopped"} 1',
        'outbox_stopped{destination="well",state="stopped"} 0',
      ],
    });
    await deliver('well');
    const { series } = await scrape();
    expect(series?.filter((line) => line.includes('"well"'))).toEqual([
      'outbox_attempts_total{destination="well",outcome="delivered"} 2',
      'outbox_attempts_total{destination="well",outcome="unsent"} 1',
      'outbox_breaker{destination="well",state="open"} 0',
      'outbox_deliveries{destination="well",state="dead"} 1',
      'outbox_deliveries{destination="well",state="waiting"} 0',
      'outbox_oldest_seconds{destination="well",state="waiting"} 0',
      'outbox_stopped{destination="well",state="stopped"} 0',
    ]);
  });

  it('show no backlog of a destination that has delivered everything since the last scrape', async () => {
    const { put, deliver, scrape } = await startCountingApp(await open());
    await put('late', '204');
    const shown = async () => (await scrape()).series?.filter((line) => line.includes('"late"'));
    expect(await shown()).toContain('outbox_deliveries{destination="late",state="waiting"} 1');
    await deliver('late');
    expect(await shown()).toEqual(['outbox_attempts_total{destination="late",outcome="delivered"} 1']);
  });

  it('still show the attempts while the database is unavailable', async () => {
    const database = await open();
    const { put, deliver, scrape } = await startCountingApp(database);
    await put('well', '204');
    await deliver('well');
    await database.close();
    expect(await scrape()).toEqual({
      status: 200,
      series: ['outbox_attempts_total{destination="well",outcome="delivered"} 1'],
    });
  });
});
