import fs from 'node:fs';

import { createTestClock, describeOnEachEngine, startTestApp } from '../platform/service.testkit.ts';
import { createAlertCheck } from './alerts.ts';
import { startAlertTest } from './alerts.testkit.ts';

const minuteMs = 60_000;

describeOnEachEngine('an alert', (open) => {
  const testClock = createTestClock();
  const { clock, advance } = testClock;
  let alerts: Awaited<ReturnType<typeof startAlertTest>>;

  beforeAll(async () => {
    alerts = await startAlertTest(await open(), testClock);
  });
  afterAll(() => alerts.close());

  it('says that deliveries are overdue if no worker takes them', async () => {
    await alerts.putLead('not-taken');
    advance(10 * minuteMs - 10);
    expect(await alerts.received()).toEqual([]);
    advance(minuteMs);
    expect(await alerts.received()).toEqual([]);
    advance(3 * minuteMs);
    const alert = { kind: 'deliveries-overdue', subject: 'lead-webhook' };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    expect(await alerts.received()).toEqual([]);
    await alerts.deliver('lead-webhook');
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alert }]);
  });

  it('says nothing of deliveries that waited for a start or during an outage, until workers have had time for them', async () => {
    await alerts.putLead('waited');
    advance(20 * minuteMs);
    expect(await alerts.received()).toEqual([]);
    for (const fail of [alerts.check, alerts.checkByReplica]) {
      jest.spyOn(fs.promises, 'statfs').mockRejectedValueOnce(new Error('an outage'));
      await expect(fail()).rejects.toThrow('an outage');
    }
    advance(20 * minuteMs);
    expect(await alerts.received()).toEqual([]);
    advance(2 * minuteMs);
    expect(await alerts.received()).toEqual([]);
    await alerts.deliver('lead-webhook');
    advance(5 * minuteMs);
    expect(await alerts.received()).toEqual([]);
  });

  it('about overdue deliveries lasts through a restart and through a check that fails', async () => {
    await alerts.putLead('not-taken-for-long');
    advance(11 * minuteMs);
    expect(await alerts.received()).toEqual([]);
    advance(3 * minuteMs);
    const alert = { kind: 'deliveries-overdue', subject: 'lead-webhook' };
    expect(await alerts.received()).toMatchObject([{ type: 'alert.began', ...alert }]);
    expect(await createAlertCheck(alerts.app.context)()).toBe(0);
    jest.spyOn(fs.promises, 'statfs').mockRejectedValueOnce(new Error('an outage'));
    await expect(alerts.check()).rejects.toThrow('an outage');
    expect(await alerts.received()).toEqual([]);
    await alerts.deliver('lead-webhook');
    expect(await alerts.received()).toMatchObject([{ type: 'alert.ended', ...alert }]);
  });

  it('says nothing of a delivery that was caused long ago and is due later', async () => {
    await alerts.putLead('patient');
    const { db } = alerts.app.context.database;
    await db
      .updateTable('outbox')
      .set({ due_at: clock() + 60 * minuteMs })
      .where('id', '=', 'patient')
      .execute();
    advance(30 * minuteMs);
    expect(await alerts.received()).toEqual([]);
    advance(30 * minuteMs);
    await alerts.deliver('lead-webhook');
    expect(await alerts.received()).toEqual([]);
  });

  it('is stored for operators if no receiver is configured', async () => {
    const other = await startTestApp({ database: alerts.app.context.database, clock });
    const checkByOther = createAlertCheck(other.context);
    await alerts.putLead('late');
    advance(11 * minuteMs);
    await checkByOther();
    advance(3 * minuteMs);
    await checkByOther();
    expect((await alerts.listed())[0]).toMatchObject({ kind: 'deliveries-overdue', endedAt: null });
    await other.close();
    await alerts.deliver('alert-webhook');
    expect(alerts.receiver.calls).toEqual([]);
  });
});
