import { summarizeOutbox } from '../deliveries/outbox-summary.ts';
import { createTestClock, describeOnEachEngine } from '../platform/service.testkit.ts';
import { startAlertTest } from './alerts.testkit.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describeOnEachEngine('a webhook', (open) => {
  const testClock = createTestClock();
  const { clock, advance } = testClock;
  let alerts: Awaited<ReturnType<typeof startAlertTest>>;

  beforeAll(async () => {
    alerts = await startAlertTest(await open(), testClock);
  });
  afterEach(async () => {
    const { db } = alerts.app.context.database;
    await db.deleteFrom('outbox').execute();
    await db.deleteFrom('breakers').execute();
  });
  afterAll(() => alerts.close());

  /** Attempts what is due every minute. */
  async function work(forMs: number) {
    for (const until = clock() + forMs; clock() < until; advance(minuteMs))
      while ((await alerts.deliver('lead-webhook')) > 0);
  }
  const summary = async () => (await summarizeOutbox(alerts.app.context.database.db, clock()))[0];

  it.each([
    [400, 5],
    [401, 5],
    [403, 5],
    [404, 5],
    [422, 5],
    [400, 1],
  ])(
    'raises an alert after it has answered %d to every delivery for ten minutes, until it accepts one, after which the others follow',
    async (status, hours) => {
      alerts.leadResponse.status = status;
      const since = clock();
      await alerts.putLead('first');
      await work(5 * minuteMs);
      await alerts.putLead('second');
      await work(4 * minuteMs);
      expect(await alerts.leadConditions()).toEqual([]);
      await work(minuteMs);
      expect(await alerts.leadConditions()).toEqual([
        {
          kind: 'destination-failing',
          subject: 'lead-webhook',
          summary: `lead-webhook has accepted no delivery for 10 minutes (status ${status}). Waiting: 2 deliveries.`,
        },
      ]);
      expect(await summary()).toMatchObject({ rejecting: { reason: `status ${status}`, since } });

      // By now each delivery waits for more than half an hour from one attempt to the next.
      await work(hours * hourMs);
      alerts.leadResponse.status = 200;
      await alerts.putLead('third');
      await work(minuteMs);
      expect(await alerts.leadConditions()).toEqual([]);
      await work(2 * minuteMs);
      expect(await summary()).toBeUndefined();
    },
  );

  it('raises none while it accepts others, and gets the rejected ones no more often because of them', async () => {
    alerts.leadResponse.status = ({ headers }) =>
      String(headers['webhook-id']).startsWith('rejected') ? 422 : 200;
    for (let at = 1; at <= 12; at++) {
      await alerts.putLead(`rejected-${at}`);
      await work(minuteMs);
      await alerts.putLead(`accepted-${at}`);
      await work(4 * minuteMs);
      expect(await alerts.leadConditions()).toEqual([]);
    }
    expect(await summary()).toMatchObject({ waiting: 12, rejecting: null });
    const first = alerts.leads.calls.filter(({ headers }) => headers['webhook-id'] === 'rejected-1');
    // Its delays are at least 2.5, 5, 10, … seconds, so that the twelfth attempt comes after more than an hour.
    expect(first.length).toBeLessThan(12);
  });
});

describeOnEachEngine('a destination whose circuit is open', (open) => {
  it('raises an alert about its settings, if it has none any more, so that nobody attempts its deliveries', async () => {
    const testClock = createTestClock();
    const { advance } = testClock;
    const alerts = await startAlertTest(await open(), testClock);
    const kinds = async () => (await alerts.leadConditions()).map(({ kind }) => kind);
    alerts.leadResponse.status = 503;
    await alerts.putLead('lead');
    for (let minute = 0; minute < 30; minute++, advance(minuteMs)) await alerts.deliver('lead-webhook');
    expect(await kinds()).toEqual(['destination-failing']);
    // No worker from here on, as after a restart without LEAD_WEBHOOK_URL. The next attempt would have been within two hours.
    advance(2 * hourMs + 11 * minuteMs);
    expect(await kinds()).toEqual(['deliveries-overdue']);
    await alerts.close();
  });
});
