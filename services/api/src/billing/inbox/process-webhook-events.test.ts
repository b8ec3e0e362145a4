import { Writable } from 'node:stream';

import { createLog } from '@funnel/service-kit/log';

import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';
import { processWebhookEvents } from './process-webhook-events.ts';

describeOnEachEngine('a webhook event that cannot be processed', (open) => {
  let funnel: PaidFunnel;
  afterEach(() => funnel.close());

  it('is rescheduled with a reason that contains no personal data, in the log and in the database', async () => {
    funnel = await startPaidFunnel(await open());
    const lines: string[] = [];
    const log = createLog(
      'trace',
      new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) }),
    );
    const provider = {
      ...funnel.provider,
      readSession: () => Promise.reject(new Error('no session of ada@example.com')),
    };
    await funnel.send('checkout.session.completed', 'cs_test_1');
    expect(await processWebhookEvents({ ...funnel.app.context, log }, provider)).toBe(1);
    const { db } = funnel.app.context.database;
    expect(await db.selectFrom('inbox').select(['state', 'last_error']).execute()).toEqual([
      { state: 'waiting', last_error: 'Error: no session of [redacted]' },
    ]);
    expect(lines.join('')).toContain('no session of [redacted]');
    expect(lines.join('')).not.toContain('ada@');
  });
});
