import { createTestClock, describeOnEachEngine, startTestApp } from '../platform/service.testkit.ts';
import { findConditions } from './conditions.ts';

const dayMs = 24 * 3_600_000;

describeOnEachEngine('webhook events of the payment provider that failed for good', (open) => {
  it('are an alert until they are sent again, or are too old for that', async () => {
    const { clock, advance } = createTestClock();
    const { context, close } = await startTestApp({ database: await open(), clock });
    const { db } = context.database;
    const putDead = (event_id: string) =>
      db
        .insertInto('inbox')
        .values({
          event_id,
          type: 'invoice.upcoming',
          object_id: 'sub_1',
          state: 'dead',
          attempts: 21,
          due_at: clock(),
          last_error: 'StripeAPIError 503',
          received_at: clock(),
          renewal: null,
        })
        .execute();
    const alerts = async () =>
      (await findConditions(context, [])).filter(({ kind }) => kind === 'dead-letters');
    const alert = (events: string) => ({
      kind: 'dead-letters',
      subject: 'stripe-webhook',
      summary: `${events} of Stripe could not be processed. Repair the cause and resend what failed.`,
    });

    expect(await alerts()).toEqual([]);
    await putDead('evt_1');
    expect(await alerts()).toEqual([alert('1 webhook event')]);
    await putDead('evt_2');
    expect(await alerts()).toEqual([alert('2 webhook events')]);
    await db.updateTable('inbox').set({ state: 'waiting' }).execute();
    expect(await alerts()).toEqual([]);
    await putDead('evt_3');
    advance(29 * dayMs);
    expect(await alerts()).toEqual([alert('1 webhook event')]);
    advance(dayMs);
    expect(await alerts()).toEqual([]);
    await close();
  });
});
