import { offerRequestSchema } from '@funnel/contracts/offer';

import { reportTimeLeft } from './report-time-left.ts';

function report(respond: () => Response) {
  const sent: { path: string; body: unknown; init: unknown }[] = [];
  const result = reportTimeLeft(async (path, { body, ...init } = {}) => {
    sent.push({ path, body: JSON.parse(String(body)), init });
    return respond();
  }, 596_999.5);
  return { result, sent };
}

describe('the report of the time left', () => {
  it('sends the time that the page shows, also while it is being left, and returns the time of the service', async () => {
    const { result, sent } = report(() => Response.json({ remainingMs: 120_000 }));
    await expect(result).resolves.toBe(120_000);
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      keepalive: true,
      signal: expect.any(AbortSignal),
    };
    expect(sent).toEqual([{ path: '/api/offer', body: { remainingMs: 596_999 }, init }]);
    expect(offerRequestSchema.safeParse(sent[0]?.body).success).toBe(true);
  });

  it.each([
    ['a problem', () => Response.json({ status: 503, code: 'unavailable' }, { status: 503 })],
    ['an error page', () => new Response('<h1>502</h1>', { status: 502 })],
    ['more time than a full offer', () => Response.json({ remainingMs: 597_001 })],
    [
      'a lost connection',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('returns null after %s', async (_, respond) => {
    await expect(report(respond).result).resolves.toBeNull();
  });
});
