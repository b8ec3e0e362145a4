import { randomUUID } from 'node:crypto';

import { signValue } from '@funnel/service-kit/signed-value';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testKeys,
  type TestApp,
} from '../platform/service.testkit.ts';

const dayMs = 86_400_000;

describeOnEachEngine('over https, the cookie of a visit', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  beforeAll(async () => {
    const environment = { PUBLIC_URL: 'https://quiz.example.com' };
    app = await startTestApp({ database: await open(), clock, environment });
  });
  afterAll(() => app.close());

  const setCookieOf = async (currency: string) => {
    const { headers } = await app.request(`/api/config?currency=${currency}`);
    return headers.get('set-cookie') ?? '';
  };
  const startVisit = async (currency: string) => (await setCookieOf(currency)).split(';')[0] ?? '';
  /** The currency of the visit, which is in dollars if the cookie is ignored. */
  const currencyOf = async (cookie: string) => {
    const response = await app.request('/api/config', { headers: { cookie, 'accept-language': 'en-US' } });
    return (await response.json()).currency;
  };
  const cookieOfEarlierVersion = (...startedAt: readonly number[]) =>
    `visit=${signValue('visit', [randomUUID(), 'EUR', ...startedAt], testKeys('visit'))}`;

  it('has a name that browsers accept from no other host of the domain', async () => {
    expect(await setCookieOf('EUR')).toMatch(
      /^__Host-visit=[^;]+; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/,
    );
  });

  it('is ignored under the name that another host of the domain can give it', async () => {
    const cookie = await startVisit('EUR');
    expect(await currencyOf(cookie)).toBe('EUR');
    expect(await currencyOf(cookie.replace('__Host-', ''))).toBe('USD');
  });

  it('counts before one of an earlier version, which counts for its 30 days', async () => {
    const earlier = cookieOfEarlierVersion(clock());
    const own = await startVisit('USD');
    expect(await currencyOf(earlier)).toBe('EUR');
    expect(await currencyOf(`${earlier}; ${own}`)).toBe('USD');
    advance(30 * dayMs);
    expect(await currencyOf(earlier)).toBe('USD');
  });

  it('is ignored if it does not say when the visit has started', async () => {
    expect(await currencyOf(cookieOfEarlierVersion())).toBe('USD');
  });
});
