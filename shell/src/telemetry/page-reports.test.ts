const minutes = (count: number) => count * 60_000;

/** A page with these responses of the service, one after the other, and the ids of the events in each request. */
async function openPage(responses: readonly (() => Response)[]) {
  const page = new EventTarget();
  const bodies: string[] = [];
  const left = [...responses];
  Object.assign(globalThis, {
    window: page,
    addEventListener: page.addEventListener.bind(page),
    location: { origin: 'https://funnel.example', pathname: '/' },
    document: { getElementById: () => null, documentElement: { lang: 'en' } },
    fetch: async (_: string, { body }: RequestInit) => {
      bodies.push(String(body));
      const respond = left.shift() ?? accepted;
      return respond();
    },
  });
  const { events } = await import('./page-reports.ts');
  return { page, bodies, events };
}
const accepted = () => new Response('{}', { status: 202 });
const noNetwork = () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.resetModules();
  jest.restoreAllMocks();
  jest.useRealTimers();
  for (const name of ['window', 'addEventListener', 'location', 'document'])
    Reflect.deleteProperty(globalThis, name);
});

describe('a page view of a page', () => {
  it('that got too many requests is reported after Retry-After, with the same id', async () => {
    const { bodies, events } = await openPage([
      () => new Response(null, { status: 429, headers: { 'retry-after': '540' } }),
    ]);
    events.add({ name: 'PageView' }, { path: '/' });
    await jest.advanceTimersByTimeAsync(minutes(9));
    expect(bodies).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(minutes(1));
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
    await jest.advanceTimersByTimeAsync(minutes(60));
    expect(bodies).toHaveLength(2);
  });

  it('without network is reported when the browser is online again', async () => {
    const { page, bodies, events } = await openPage([noNetwork]);
    events.add({ name: 'PageView' }, { path: '/' });
    await jest.advanceTimersByTimeAsync(1000);
    page.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
  });

  it('is reported once when the page is hidden, as on a phone whose visitor changes the app', async () => {
    const { page, bodies, events } = await openPage([]);
    events.add({ name: 'PageView' }, { path: '/' });
    page.dispatchEvent(new Event('visibilitychange'));
    expect(bodies).toHaveLength(1);
    page.dispatchEvent(new Event('pagehide'));
    await jest.advanceTimersByTimeAsync(minutes(1));
    expect(bodies).toHaveLength(1);
  });

  it('that waits for another attempt is reported when the page closes', async () => {
    const { page, bodies, events } = await openPage([noNetwork]);
    events.add({ name: 'PageView' }, { path: '/' });
    await jest.advanceTimersByTimeAsync(1000);
    page.dispatchEvent(new Event('pagehide'));
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);
  });
});
