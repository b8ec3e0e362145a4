import type { Database } from '../../platform/database.ts';
import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { findSession } from '../checkout-session-repository.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { processWebhookEvents } from './process-webhook-events.ts';

describeOnEachEngine('a webhook event whose worker stalls', (open) => {
  let database: Database;
  let funnel: PaidFunnel;
  let sessionId: string;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    for (const table of ['inbox', 'events', 'subscriptions', 'checkout_sessions'] as const)
      await database.db.deleteFrom(table).execute();
    funnel = await startPaidFunnel(database);
    ({ sessionId } = await (await startVisit(funnel.app)).open());
    funnel.api.complete(sessionId);
    await funnel.send('checkout.session.completed', sessionId);
  });
  afterEach(() => funnel.close());

  const inbox = () => database.db.selectFrom('inbox').selectAll().execute();
  const purchases = () =>
    database.db.selectFrom('events').selectAll().where('name', '=', 'Purchase').execute();

  /** A worker that fetches the session, and then stalls until the test continues it, possibly with an error. */
  async function stall() {
    let continueWith: (error?: Error) => void = () => undefined;
    const continued = new Promise<Error | undefined>((resolve) => (continueWith = resolve));
    let fetched: () => void = () => undefined;
    const hasFetched = new Promise<void>((resolve) => (fetched = resolve));
    const { provider, app } = funnel;
    const done = processWebhookEvents(app.context, {
      ...provider,
      readSession: async (id) => {
        const session = await provider.readSession(id);
        fetched();
        const error = await continued;
        if (error) throw error;
        return session;
      },
    });
    await hasFetched;
    return async (error?: Error) => {
      continueWith(error);
      return done;
    };
  }

  it('is processed by another worker after a minute, and not earlier', async () => {
    const resume = await stall();
    funnel.advance(59_999);
    expect(await funnel.processEvents()).toBe(0);
    expect(await purchases()).toEqual([]);
    funnel.advance(1);
    expect(await funnel.processEvents()).toBe(1);
    expect(await purchases()).toHaveLength(1);
    expect(await resume()).toBe(1);
    expect(await purchases()).toHaveLength(1);
    expect(await inbox()).toMatchObject([{ state: 'done', attempts: 2, last_error: null }]);
  });

  it('stays as another worker completed it, if the stalled one fails', async () => {
    const resume = await stall();
    funnel.advance(60_000);
    expect(await funnel.processEvents()).toBe(1);
    const completed = await inbox();
    funnel.advance(1000);
    await resume(new Error('too late'));
    expect(await inbox()).toEqual(completed);
    expect(completed).toMatchObject([{ state: 'done', last_error: null }]);
  });

  it('has no late effect once it is a dead letter; the check of the session finds the payment', async () => {
    await database.db.updateTable('inbox').set({ attempts: 19 }).execute();
    const resume = await stall();
    funnel.advance(60_000);
    expect(await funnel.processEvents()).toBe(1);
    await resume();
    expect(await inbox()).toMatchObject([
      { state: 'dead', attempts: 21, last_error: 'no attempt came to an end' },
    ]);
    expect((await findSession(database.db, sessionId))?.status).toBe('open');
    expect(await purchases()).toEqual([]);

    funnel.advance(5 * 60_000);
    expect(await funnel.reconcileSession()).toBe(1);
    expect((await findSession(database.db, sessionId))?.status).toBe('paid');
    expect(await purchases()).toHaveLength(1);
  });
});
