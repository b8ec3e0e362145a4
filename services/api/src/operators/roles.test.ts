import Router from '@koa/router';

import { createApp, openParts } from '../app.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';

const dayMs = 24 * 3600 * 1000;

/** What visitors, machines and the payment provider call. Every other address under /api is the operators'. */
const publicRoutes = new Set([
  'GET /api/config',
  'POST /api/leads',
  'POST /api/events',
  'POST /api/consent',
  'GET /api/release-set',
  'POST /api/create-checkout',
  'GET /api/checkout-sessions/:id',
  'POST /api/activation',
  'POST /api/webhooks/stripe',
  'POST /api/operator/session',
]);
/** Where the method alone does not tell who may. */
const neededRole: Readonly<Record<string, 'viewer' | 'manager'>> = {
  'DELETE /api/operator/session': 'viewer',
  'GET /api/operator/tokens': 'manager',
};

/** `GET /api/reports/totals` and so on: what the service itself has registered. */
async function routesOf({ context }: TestApp): Promise<string[]> {
  const wake = () => undefined;
  const { middleware } = createApp({ ...(await openParts(context)), wakeOutbox: wake, wakeInbox: wake });
  return middleware
    .flatMap((part) => ('router' in part && part.router instanceof Router ? part.router.stack : []))
    .flatMap(({ methods, path }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${String(path)}`),
    )
    .filter((route) => route.includes(' /api'));
}

describeOnEachEngine('roles', (open) => {
  let app: TestApp;
  let operatorRoutes: string[];
  const people = new Map<string, Record<string, string>>();
  let addresses = 0;

  /** From an address of its own each time, so that failures do not add up. */
  const call = async (route: string, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = route.split(' ');
    addresses++;
    const answer = await app.request(path.replace(/:\w+/g, 'x'), {
      method,
      headers: {
        'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}`,
        ...(['POST', 'PUT'].includes(method) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(['POST', 'PUT'].includes(method) && { body: '{}' }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const allowed = async (headers: Record<string, string> | undefined) => {
    const statuses = await Promise.all(
      operatorRoutes.map(async (route) => [route, await call(route, headers)] as const),
    );
    return (status: number) => statuses.filter(([, given]) => given === status).map(([route]) => route);
  };

  beforeAll(async () => {
    const { clock, advance } = createTestClock();
    app = await startTestApp({ database: await open(), clock, environment: { TRUST_PROXY: '1' } });
    const manager = { authorization: `Bearer ${testOperatorToken}` };
    const make = async (name: string, role: string, days: number): Promise<Record<string, string>> => {
      const answer = await app.post('/api/operator/tokens', { name, role, days }, manager);
      const { token } = await answer.json();
      return { authorization: `Bearer ${token}` };
    };
    const session = async ({ authorization = '' }: Record<string, string>) => {
      const answer = await app.post('/api/operator/session', { token: authorization.replace('Bearer ', '') });
      return { cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
    };
    people.set('an expired token', await make('eve', 'manager', 1));
    advance(dayMs);
    const viewer = await make('vera', 'viewer', 90);
    const named = await make('mona', 'manager', 90);
    const revoked = await make('rob', 'manager', 90);
    people
      .set('nobody', {})
      .set('a viewer', viewer)
      .set('a manager', named)
      .set('a revoked token', revoked)
      .set('a viewer in a session', await session(viewer))
      .set('a manager in a session', await session(named))
      .set('the session of a revoked token', await session(revoked))
      .set('the token of the environment', manager)
      .set('its session', await session(manager));
    const { tokens } = await (await app.request('/api/operator/tokens', { headers: manager })).json();
    const { id } = tokens.find(({ name }: { name: string }) => name === 'rob');
    expect(await call(`DELETE /api/operator/tokens/${id}`, manager)).toBe(204);
    operatorRoutes = (await routesOf(app)).filter((route) => !publicRoutes.has(route));
  });
  afterAll(() => app.close());

  it('cover releases, reports and tokens', () => {
    expect(operatorRoutes).toEqual(
      expect.arrayContaining([
        'GET /api/reports/leads.csv',
        'POST /api/releases/promotions',
        'DELETE /api/operator/tokens/:id',
      ]),
    );
  });

  it.each(['nobody', 'an expired token', 'a revoked token', 'the session of a revoked token'])(
    'let %s do nothing',
    async (who) => {
      const answered = await allowed(people.get(who));
      expect(answered(401)).toEqual(operatorRoutes);
    },
  );

  it.each(['a viewer', 'a viewer in a session'])('let %s read and change nothing', async (who) => {
    const answered = await allowed(people.get(who));
    expect(answered(401)).toEqual([]);
    const managersOnly = (route: string) =>
      (neededRole[route] ?? (route.startsWith('GET ') ? 'viewer' : 'manager')) === 'manager';
    expect(answered(403)).toEqual(operatorRoutes.filter(managersOnly));
  });

  it.each(['a manager', 'a manager in a session', 'the token of the environment', 'its session'])(
    'let %s do everything',
    async (who) => {
      const answered = await allowed(people.get(who));
      expect([...answered(401), ...answered(403), ...answered(500)]).toEqual([]);
    },
  );
});
