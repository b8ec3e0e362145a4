import { request as httpRequest } from 'node:http';

import Router from '@koa/router';

import { createApps, createDependencies } from '../app.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { promote } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct } from '../releases/release.testkit.ts';

// One test sends thousands of requests.
jest.setTimeout(180_000);

const dayMs = 24 * 3600 * 1000;

/** The required permission of every route. This table states the decisions and is not derived from the code. */
const operatorRoutes = {
  'GET /api/operator/session': 'signed-in',
  'DELETE /api/operator/session': 'signed-in',
  'GET /api/operator/tokens': 'manage-tokens',
  'POST /api/operator/tokens': 'manage-tokens',
  'DELETE /api/operator/tokens/:id': 'manage-tokens',
  'GET /api/operator/tokens/:id/registrations': 'manage-tokens',
  'GET /api/operator/publishers': 'manage-tokens',
  'POST /api/operator/publishers': 'manage-tokens',
  'DELETE /api/operator/publishers/:id': 'manage-tokens',
  'GET /api/reports/totals': 'read-analytics',
  'GET /api/reports/overview': 'read-analytics',
  'GET /api/reports/funnel': 'read-analytics',
  'GET /api/reports/values': 'read-analytics',
  'GET /api/reports/answers': 'read-analytics',
  'GET /api/reports/timeline': 'read-analytics',
  'GET /api/reports/cohorts': 'read-analytics',
  'GET /api/reports/alerts': 'read-analytics',
  'GET /api/reports/experiments': 'read-analytics',
  'GET /api/reports/experiments/decisions': 'read-analytics',
  'POST /api/reports/experiments/decisions': 'deploy',
  'GET /api/reports/repeated-subscriptions': 'read-personal-data',
  'GET /api/reports/leads.csv': 'read-personal-data',
  'GET /api/reports/csp-violations': 'read-analytics',
  'GET /api/deliveries': 'read-analytics',
  'GET /api/deliveries/summary': 'read-analytics',
  'GET /api/deliveries/emails': 'read-personal-data',
  'GET /api/deliveries/emails/:id': 'read-personal-data',
  'POST /api/deliveries/redeliver': 'deploy',
  'POST /api/deliveries/resume': 'deploy',
  'PUT /api/releases/files/:hash': 'publish',
  'POST /api/releases/builds': 'publish',
  'GET /api/releases/builds': 'read-analytics',
  'GET /api/releases/apps/:name': 'read-analytics',
  'GET /api/releases/contracts': 'read-analytics',
  'GET /api/releases/apps/:name/webhook': 'publish',
  'PUT /api/releases/apps/:name/webhook': 'publish',
  'DELETE /api/releases/apps/:name/webhook': 'publish',
  'POST /api/releases/deprecations': 'publish',
  'GET /api/releases/status': 'read-analytics',
  'GET /api/releases/audit': 'read-analytics',
  'GET /api/releases/alerts': 'read-analytics',
  'GET /api/releases/analytics': 'read-analytics',
  'GET /api/releases/analytics/versions': 'read-analytics',
  'POST /api/releases/promotions': 'deploy',
  'POST /api/releases/canary': 'deploy',
  'POST /api/releases/rollbacks': 'deploy',
  'GET /api/releases/rollbacks/plan': 'read-analytics',
  'GET /api/releases/effects': 'read-analytics',
  'POST /api/releases/sets': 'certify',
  'GET /api/releases/sets/:id': 'read-analytics',
  'GET /api/releases/sets/:id/verification': 'read-analytics',
  'PUT /api/releases/sets/:id/certification': 'certify',
  'POST /api/releases/sets/:id/preview': 'certify',
  'GET /metrics': 'read-analytics',
} as const;

const openOnOperators = [
  'POST /api/operator/session',
  'GET /healthz',
  'GET /readyz',
  'GET /assets/{*file}',
  'GET /{*path}',
];

const visitorRoutes = [
  'GET /api/config',
  'GET /api/release-set',
  'POST /api/leads',
  'POST /api/events',
  'POST /api/consent',
  'POST /api/csp-reports',
  'POST /api/offer',
  'POST /api/create-checkout',
  'GET /api/checkout-sessions/:id',
  'GET /api/purchase',
  'POST /api/activation',
  'GET /api/unsubscribe',
  'POST /api/unsubscribe',
  'POST /api/webhooks/stripe',
  'GET /healthz',
  'GET /readyz',
  'GET /remotes/:name/:version/*path',
  'GET /assets/:version/*path',
  'GET /remotes{/*path}',
  'GET /assets{/*path}',
  'GET /robots.txt',
  'GET /favicon.svg',
  'GET /favicon.ico',
  'GET /apple-touch-icon.png',
  'GET /brand/:file',
  'GET /console{/*path}',
  'GET /{*path}',
];

const everything = [
  'read-analytics',
  'read-personal-data',
  'publish',
  'certify',
  'deploy',
  'manage-tokens',
  'signed-in',
];
/** The permissions of each preset. */
const presets: Readonly<Record<string, readonly string[]>> = {
  viewer: ['read-analytics', 'signed-in'],
  'publisher:mfe-quiz': ['publish', 'signed-in'],
  releaser: ['read-analytics', 'certify', 'deploy', 'signed-in'],
  admin: everything,
};

interface Reply {
  readonly status: number;
  readonly body: string;
}

/** Sends the path unchanged, because `fetch` would normalize it. */
function send(origin: string, method: string, path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(origin);
  const hasBody = method === 'POST' || method === 'PUT';
  return new Promise<Reply>((resolve, reject) => {
    const call = httpRequest(
      {
        hostname,
        port,
        method,
        path,
        headers: { ...(hasBody && { 'content-type': 'application/json' }), ...headers },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk) => (body += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    call.on('error', reject).end(hasBody ? '{}' : undefined);
  });
}

const notFoundDetail = 'There is nothing at this address';
const isNotFound = ({ status, body }: Reply) => status === 404 && JSON.parse(body).detail === notFoundDetail;

const filledIn = (path: string) => path.replace(/:name\b/g, 'mfe-quiz').replace(/:\w+/g, 'x');
const split = (route: string): [method: string, path: string] => {
  const [method = '', path = ''] = route.split(' ');
  return [method, filledIn(path)];
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Other spellings of a path under `/api` that some proxies or libraries treat as equal. */
const spellings = (path: string): string[] => {
  const last = path.lastIndexOf('/') + 1;
  const upperCase = (text: string, at: number) =>
    text.slice(0, at) + text.charAt(at).toUpperCase() + text.slice(at + 1);
  return [
    upperCase(path, 1),
    path.replace('/api', '/API'),
    upperCase(path, 5),
    `${path}/`,
    `/${path}`,
    path.replace('/api/', '/api//'),
    path.replace('/api/', '/api%2F'),
    path.replace('/api/', '/api%5c'),
    path.replace('/api/', '/api\\'),
    path.replace('/api', '/%61pi'),
    path.replace('/api', '/%2561pi'),
    path.replace('/api', '/%41PI'),
    path.replace('/api/', '/api/./'),
    path.replace('/api/', '/api/x/../'),
    path.replace('/api/', '/api/%2e%2e/api/'),
    `/x/..${path}`,
    `/.${path}`,
    `${path};a=b`,
    path.replace('/api/', '/api;x/'),
    `${path}%00`,
    `${path}%20`,
    // A parameter may end with a dot.
    ...(/\/(x|mfe-quiz)$/.test(path) ? [] : [`${path}.`]),
    `${path.slice(0, last)}%${path.charCodeAt(last).toString(16)}${path.slice(last + 1)}`,
  ].filter((spelling) => spelling !== path);
};

/** Every route that an application has registered, regardless of how. */
function registered(app: { readonly middleware: readonly unknown[] }): string[] {
  return app.middleware
    .flatMap((part) =>
      typeof part === 'function' && 'router' in part && part.router instanceof Router
        ? part.router.stack
        : [],
    )
    .flatMap(({ methods, path }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${String(path)}`),
    );
}

describeOnEachEngine('access', (open) => {
  let app: TestApp;
  const tokens = new Map<string, string>();
  let revoked = '';
  let expired = '';

  const create = async (name: string, preset: string, days: number): Promise<string> => {
    const response = await app.post(
      '/api/operator/tokens',
      { name, preset, days },
      bearer(testOperatorToken),
    );
    expect(response.status).toBe(201);
    return (await response.json()).token;
  };

  beforeAll(async () => {
    const { clock, advance } = createTestClock();
    app = await startTestApp({ database: await open(), clock, dependencies: { consoleFolder: '/nowhere' } });
    await promote(clientOf(app), await publishProduct(app));
    expired = await create('eve', 'admin', 1);
    advance(dayMs);
    for (const preset of Object.keys(presets)) tokens.set(preset, await create('ann', preset, 90));
    revoked = await create('rob', 'admin', 90);
    const list = await app.request('/api/operator/tokens', { headers: bearer(testOperatorToken) });
    const { id } = (await list.json()).tokens.find(({ name }: { name: string }) => name === 'rob');
    await app.request(`/api/operator/tokens/${id}`, { method: 'DELETE', headers: bearer(testOperatorToken) });
  });
  afterAll(() => app.close());

  it('covers exactly the routes that this test lists', () => {
    const url = () => app.origin;
    const { visitors, operators } = createApps({
      ...createDependencies(app.context),
      consoleFolder: '/nowhere',
      urls: { visitors: url, operators: url },
      wakeOutbox: () => undefined,
      wakeInbox: () => undefined,
    });
    expect(registered(operators).toSorted()).toEqual(
      [...Object.keys(operatorRoutes), ...openOnOperators].toSorted(),
    );
    expect(registered(visitors).toSorted()).toEqual(visitorRoutes.toSorted());
  });

  const unknown: readonly (readonly [who: string, headers: () => Record<string, string>])[] = [
    ['a caller without a token', () => ({})],
    ['an unknown token', () => bearer('f'.repeat(40))],
    ['an expired token', () => bearer(expired)],
    ['a revoked token', () => bearer(revoked)],
    ['a made-up session', () => ({ cookie: `operator=${'f'.repeat(43)}` })],
    ['an empty token', () => ({ authorization: 'Bearer ' })],
    ['another scheme', () => ({ authorization: `Basic ${testOperatorToken}` })],
  ];
  it.each(unknown)('is denied to %s on every operator route', async (_, headers) => {
    for (const route of Object.keys(operatorRoutes)) {
      const { status } = await send(app.operatorsOrigin, ...split(route), headers());
      // Repeated wrong tokens return 429 after a while.
      expect([route, [401, 429].includes(status)]).toEqual([route, true]);
    }
  });

  it.each(Object.entries(presets))(
    'is granted to %s exactly according to its permissions',
    async (preset, allowed) => {
      for (const [route, permission] of Object.entries(operatorRoutes)) {
        const { status, body } = await send(
          app.operatorsOrigin,
          ...split(route),
          bearer(tokens.get(preset) ?? ''),
        );
        const isRefused = status === 403 && JSON.parse(body).code === 'forbidden';
        expect([route, preset, isRefused]).toEqual([route, preset, !allowed.includes(permission)]);
        if (!isRefused) {
          expect([route, [401, 405, 500].includes(status)]).toEqual([route, false]);
          expect([route, isNotFound({ status, body })]).toEqual([route, false]);
        }
      }
    },
  );

  it('is denied in every other spelling, on both listeners, for every caller', async () => {
    const paths = new Set(
      [...Object.keys(operatorRoutes), ...visitorRoutes, ...openOnOperators].filter((route) =>
        route.includes(' /api/'),
      ),
    );
    let tried = 0;
    for (const route of paths) {
      const [method, path] = split(route);
      for (const spelling of spellings(path)) {
        for (const origin of [app.origin, app.operatorsOrigin]) {
          for (const headers of [{}, bearer(testOperatorToken)]) {
            const { status } = await send(origin, method, spelling, headers);
            expect([method, spelling, status]).toEqual([method, spelling, 404]);
            tried++;
          }
        }
      }
    }
    expect(tried).toBeGreaterThan(2000);
  });

  it('is denied to operator paths on the visitors’ listener, and to visitor paths on the operators’ listener', async () => {
    const visitorOnly = visitorRoutes.filter((route) => route.includes(' /api/'));
    for (const headers of [{}, bearer(testOperatorToken)]) {
      for (const route of [...Object.keys(operatorRoutes), 'POST /api/operator/session', 'GET /console']) {
        const { status } = await send(app.origin, ...split(route), headers);
        expect([route, status]).toEqual([route, 404]);
      }
      for (const route of visitorOnly)
        expect([route, isNotFound(await send(app.operatorsOrigin, ...split(route), headers))]).toEqual([
          route,
          true,
        ]);
    }
  });

  it('is the same for HEAD as for GET, and not granted by OPTIONS or a method override', async () => {
    for (const [route, permission] of Object.entries(operatorRoutes)) {
      const [method, path] = split(route);
      expect((await send(app.operatorsOrigin, 'OPTIONS', path)).status).toBe(405);
      for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
        const response = await send(app.operatorsOrigin, 'OPTIONS', path, {
          [name]: method,
          ...bearer(testOperatorToken),
        });
        expect([route, response.status]).toEqual([route, 405]);
      }
      if (method !== 'GET') continue;
      expect((await send(app.operatorsOrigin, 'HEAD', path)).status).toBe(401);
      if (permission === 'signed-in') continue;
      const other = Object.keys(presets).find((preset) => !presets[preset]?.includes(permission)) ?? '';
      const rejected = await send(app.operatorsOrigin, 'HEAD', path, bearer(tokens.get(other) ?? ''));
      expect([route, rejected.status]).toEqual([route, 403]);
    }
  });
});
