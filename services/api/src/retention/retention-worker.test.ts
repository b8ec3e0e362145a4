import { setImmediate } from 'node:timers/promises';

import { createLog } from '@funnel/service-kit/log';

import type { AppContext } from '../platform/app-context.ts';
import { readConfig } from '../platform/config.ts';
import { createTestClock, describeOnEachEngine, testKeys } from '../platform/service.testkit.ts';
import { anEvent } from '../tracking/an-event.testkit.ts';
import { removeExpiredBatch, startRetention } from './remove-expired.ts';

describeOnEachEngine('the worker of retention', (open) => {
  const { clock } = createTestClock();
  const expiredAt = clock() - 401 * 24 * 3_600_000;
  let context: AppContext;
  const pause = jest.fn(async () => undefined);

  beforeAll(async () => {
    const config = readConfig({ NODE_ENV: 'test' });
    context = { config, database: await open(), clock, log: createLog('silent'), keys: testKeys };
  });

  it('logs that it failed', async () => {
    const log = createLog('silent');
    const error = jest.spyOn(log, 'error');
    const err = new Error('no time');
    const failingClock = () => {
      throw err;
    };
    const worker = startRetention({ ...context, log, clock: failingClock });
    await worker.stop();
    expect(error).toHaveBeenCalledWith({ err, worker: 'retention', failures: 1 }, 'worker failed');
  });

  it('removes many rows in small batches with a pause after each', async () => {
    for (let at = 0; at < 4; at++)
      await context.database.db
        .insertInto('events')
        .values(Array.from({ length: 400 }, () => anEvent({ name: 'PageView', received_at: expiredAt })))
        .execute();
    const batches: number[] = [];
    for (let removed = -1; removed !== 0;) {
      removed = await removeExpiredBatch(context, pause);
      batches.push(removed);
    }
    expect(Math.max(...batches)).toBeLessThanOrEqual(1000);
    expect(batches.reduce((sum, count) => sum + count, 0)).toBe(1600);
    expect(pause).toHaveBeenCalledTimes(batches.length - 1);
  });

  it('does nothing more before the pause after a batch is over', async () => {
    const event = anEvent({ name: 'PageView', received_at: expiredAt });
    await context.database.db.insertInto('events').values(event).execute();
    const steps: string[] = [];
    const removed = await removeExpiredBatch(context, async () => {
      steps.push('pause');
      // A round trip to the database, after which everything that did not wait has gone on.
      await context.database.db.selectFrom('events').select('id').execute();
      await setImmediate();
      steps.push('end of the pause');
    });
    steps.push('end of the batch');
    expect(steps).toEqual(['pause', 'end of the pause', 'end of the batch']);
    expect(removed).toBe(1);
  });
});
