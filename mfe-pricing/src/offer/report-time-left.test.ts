import { offerRequestSchema } from '@funnel/contracts/offer';

import { reportTimeLeft } from './report-time-left.ts';

function report(respond: () => Response) {
  const sent: [path: string, body: unknown][] = [];
  const result = reportTimeLeft(async (path, init) => {
    sent.push([path, JSON.parse(String(init?.body))]);
    return respond();
  }, 596_999.5);
  return { result, sent };
}

describe('the report of the time left', () => {
  it('sends the time that the page shows, and returns the time of the service', async () => {
    const { result, sent } = report(() => Response.json({ remainingMs: 120_000 }));
    await expect(result).resolves.toBe(120_000);
    expect(sent).toEqual([['/api/offer', { remainingMs: 596_999 }]]);
    expect(offerRequestSchema.safeParse(sent[0]?.[1]).success).toBe(true);
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
