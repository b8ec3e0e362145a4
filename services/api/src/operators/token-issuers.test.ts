import { listen } from '@funnel/service-kit/http/server';
import { createLog } from '@funnel/service-kit/log';
import Koa from 'koa';

import { openDatabase, type Database } from '../platform/database.ts';
import { createTestDatabase, startReceiver, startTestApp } from '../platform/service.testkit.ts';
import { release } from '../releases/run-release.testkit.ts';
import { startIssuer, workflowClaims } from './issuer.testkit.ts';

const audience = 'https://operators.example.com';

const withSqlite = async (use: (database: Database) => Promise<void>) => {
  const files = await createTestDatabase.sqlite();
  const database = await openDatabase(files);
  await use(database);
  await database.close();
  await files.remove();
};

it(
  'is asked to try again after five seconds if its issuer does not answer',
  () =>
    withSqlite(async (database) => {
      const silent = await listen(
        new Koa().use(() => new Promise(() => undefined)),
        0,
        '127.0.0.1',
      );
      const environment = { OPERATOR_URL: audience, OIDC_ISSUERS: silent.origin };
      const app = await startTestApp({ database, environment });
      const issuer = await startIssuer();
      const token = await issuer.sign(
        { iss: silent.origin, aud: audience, ...workflowClaims },
        app.context.clock(),
      );
      const startedAt = performance.now();
      const response = await app.request('/api/operator/session', {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(503);
      expect(performance.now() - startedAt).toBeGreaterThan(4000);
      await Promise.all([app.close(), issuer.close(), silent.close()]);
    }),
  15_000,
);

interface Metadata {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: string;
}
const foreignMetadata: readonly (readonly [what: string, of: (other: string) => Metadata])[] = [
  [
    'names another issuer',
    (other: string) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ issuer: other, jwks_uri: `${other}/keys` }),
    }),
  ],
  [
    'redirects to another issuer',
    (other: string) => ({
      status: 302,
      headers: { location: `${other}/.well-known/openid-configuration` },
    }),
  ],
];
it.each(foreignMetadata)(
  'is asked to try again if the metadata of its issuer %s, which is not asked',
  (_, metadata) =>
    withSqlite(async (database) => {
      const other = await startIssuer();
      const issuer = await startReceiver(() => metadata(other.origin));
      const environment = { OPERATOR_URL: audience, OIDC_ISSUERS: issuer.origin };
      const app = await startTestApp({ database, environment });
      const claims = { iss: issuer.origin, aud: audience, ...workflowClaims };
      const headers = { authorization: `Bearer ${await other.sign(claims, app.context.clock())}` };
      expect((await app.request('/api/operator/session', { headers })).status).toBe(503);
      expect(other.requests).toEqual([]);
      await Promise.all([app.close(), issuer.close(), other.close()]);
    }),
);

it('has its metadata at one path, even if its URL ends with a slash', () =>
  withSqlite(async (database) => {
    const other = await startIssuer();
    const issuer = await startReceiver(() => ({ status: 503 }));
    const iss = `${issuer.origin}/`;
    const app = await startTestApp({ database, environment: { OPERATOR_URL: audience, OIDC_ISSUERS: iss } });
    const token = await other.sign({ iss, aud: audience, ...workflowClaims }, app.context.clock());
    await app.request('/api/operator/session', { headers: { authorization: `Bearer ${token}` } });
    expect(issuer.calls.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration']);
    await Promise.all([app.close(), issuer.close(), other.close()]);
  }));

it('writes no personal data of a rejected token into the log', () =>
  withSqlite(async (database) => {
    const issuer = await startIssuer();
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const environment = { OPERATOR_URL: audience, OIDC_ISSUERS: issuer.origin };
    const app = await startTestApp({ database, environment, log });
    for (const claims of [
      { iss: 'jane@example.com' },
      { aud: 'jane@example.com' },
      { aud: 'x'.repeat(5000) },
    ]) {
      const token = await issuer.sign({ aud: audience, ...workflowClaims, ...claims }, app.context.clock());
      const headers = { authorization: `Bearer ${token}` };
      expect((await app.request('/api/operator/session', { headers })).status).toBe(401);
    }
    const rejections = lines.filter((line) => line.includes('identity token rejected'));
    expect(rejections).toHaveLength(3);
    expect(rejections.join()).not.toContain('jane');
    expect(rejections.filter((line) => line.length > 1500)).toEqual([]);
    await Promise.all([app.close(), issuer.close()]);
  }));

it('is agreed only after an issuer is in the settings, as the error says', () =>
  withSqlite(async (database) => {
    const app = await startTestApp({ database });
    const add = ['publisher', 'add', 'mfe-quiz', '--repository-id', '76', '--environment', 'release'];
    expect(await release(app.operatorsOrigin, add)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^Identity tokens of https:\/\/token\.actions\.githubusercontent\.com are not accepted\. The service accepts none\. If you trust this one, set OIDC_ISSUERS=https:\/\/token\.actions\.githubusercontent\.com and restart the service\.\n/,
      ),
    });
    await app.close();
  }));

it('is rejected while no issuer is in the settings', () =>
  withSqlite(async (database) => {
    const issuer = await startIssuer();
    const app = await startTestApp({ database });
    const token = await issuer.sign({ aud: audience, ...workflowClaims }, app.context.clock());
    const response = await app.request('/api/operator/session', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toMatchObject({
      code: 'unauthorized',
      detail: 'Identity tokens are not accepted.',
    });
    expect(issuer.requests).toEqual([]);
    await Promise.all([app.close(), issuer.close()]);
  }));
