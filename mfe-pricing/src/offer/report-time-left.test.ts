import { offerRequestSchema } from '@funnel/contracts/offer';

import { reportTimeLeft } from './report-time-left.ts';

function report(respond: () => Response) {
  const sent: [path: string, body: unknown][] = [];
  const outcome = reportTimeLeft(async (path, init) => {
    sent.push([path, JSON.parse(String(init?.body))]);
    return respond();
  }, 596_999.5);
  return { outcome, sent };
}

describe('the report of the time left', () => {
  it('carries what the page shows, and brings what the service knows', async () => {
    const { outcome, sent } = report(() => Response.json({ remainingMs: 120_000 }));
    await expect(outcome).resolves.toBe(120_000);
    expect(sent).toEqual([['/api/offer', { remainingMs: 596_999 }]]);
    expect(offerRequestSchema.safeParse(sent[0]?.[1]).success).toBe(true);
  });

  it.each([
    ['a problem', () => Response.json({ status: 503, code: 'unavailable' }, { status: 503 })],
    ['an error page', () => new Response('<h1>502</h1>', { status: 502 })],
    ['more time than the offer has', () => Response.json({ remainingMs: 597_001 })],
    [
      'a lost connection',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('brings nothing after %s', async (_, respond) => {
    await expect(report(respond).outcome).resolves.toBeNull();
  });
});
