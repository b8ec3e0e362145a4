import { retryAfterMs } from '@funnel/service-kit/jobs/destination';
import { nextAttemptAt } from '@funnel/service-kit/jobs/retry-schedule';

import { schedules } from './destination.ts';

const hourMs = 3_600_000;

describe('the retry schedule', () => {
  const at = (attempts: number, chance = 0) =>
    nextAttemptAt(schedules.lead, { attempts, scheduled_from: 0 }, 0, 0, chance);

  it('doubles the delay up to its maximum', () => {
    expect([1, 2, 3, 30].map((attempts) => at(attempts))).toEqual([5000, 10_000, 20_000, 2 * hourMs]);
  });

  it('shortens the delay by up to half at random', () => {
    expect(at(1, 1)).toBe(2500);
  });

  it.each([
    ['lead', 5],
    ['entitlement', 5],
    ['email', 2],
    ['alert', 1],
    ['release', 3],
  ] as const)('of kind %s ends after %d days', (kind, days) => {
    const endMs = days * 24 * hourMs;
    const firstRetry = (nowMs: number) =>
      nextAttemptAt(schedules[kind], { attempts: 1, scheduled_from: 0 }, nowMs, 0, 0);
    expect([firstRetry(endMs - 5000), firstRetry(endMs - 4999)]).toEqual([endMs, null]);
  });

  const answerWith = (value: string) => ({ status: 429, headers: { 'retry-after': value }, body: '' });

  it('parses Retry-After as seconds and as a date', () => {
    expect(retryAfterMs(answerWith('120'), 0)).toBe(120_000);
    expect(retryAfterMs(answerWith('Thu, 15 Jan 2026 12:01:00 GMT'), Date.UTC(2026, 0, 15, 12))).toBe(60_000);
    expect(retryAfterMs(answerWith('soon'), 0)).toBeUndefined();
  });

  it.each(['86400', 'Fri, 15 Jan 2027 12:00:00 GMT'])('limits a Retry-After of %s to an hour', (value) => {
    expect(retryAfterMs(answerWith(value), Date.UTC(2026, 0, 15, 12))).toBe(3_600_000);
  });
});
