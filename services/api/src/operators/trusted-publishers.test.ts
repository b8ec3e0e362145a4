import { generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import {
  addPublisher,
  audit,
  deprecate,
  listPublishers,
  removePublisher,
  setTeamWebhook,
} from '../releases/release-calls.testkit.ts';
import { clientOf, publishTestBuild, testQuiz, testRemote } from '../releases/release.testkit.ts';
import { release } from '../releases/run-release.testkit.ts';
import { startIssuer, workflowClaims } from './issuer.testkit.ts';

const audience = 'https://operators.example.com';
const workflow = '.github/workflows/publish.yml';

type Issuer = Awaited<ReturnType<typeof startIssuer>>;

describeOnEachEngine('a workflow', (open) => {
  let app: TestApp;
  let issuer: Issuer;
  let other: Issuer;
  let environment: Record<string, string>;
  let callers = 0;
  const { clock, advance } = createTestClock();
  beforeAll(async () => {
    issuer = await startIssuer();
    other = await startIssuer();
    environment = {
      OPERATOR_URL: audience,
      OIDC_ISSUERS: `${issuer.origin},${other.origin},http://127.0.0.1:1`,
      TRUST_PROXY: '1',
    };
    app = await startTestApp({ database: await open(), clock, environment });
    const agreed = { issuer: issuer.origin, repositoryId: '74', workflow, environment: 'release' };
    await addPublisher(clientOf(app), { app: 'mfe-survey', ...agreed });
  });
  afterAll(() => Promise.all([app.close(), issuer.close(), other.close()]));

  const tokenWith = (claims: JWTPayload = {}) =>
    issuer.sign({ aud: audience, ...workflowClaims, ...claims }, clock());
  const survey = (version: string) => testRemote('mfe-survey', version, { paths: ['/survey'] });
  const publishWith = (token: string, build = survey('1.0.0')) =>
    publishTestBuild({ url: app.operatorsOrigin, token }, build);
  /** Each rejection from another address, because failures are limited. */
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': `10.0.${(callers += 1)}.1` };
    const response = await app.request('/api/operator/session', { headers });
    return { status: response.status, ...(await response.json()) };
  };

  it('publishes its one remote, and the history states repository, commit and run', async () => {
    expect(await publishWith(await tokenWith())).toMatchObject({ outcome: 'published' });
    expect((await audit(clientOf(app))).versions).toEqual([
      {
        at: clock(),
        actor: 'octo-org/survey',
        action: 'publish',
        name: 'mfe-survey',
        version: '1.0.0',
        note: '',
        source: { repository: 'octo-org/survey', commit: workflowClaims.sha, run: '9001' },
      },
    ]);
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const report = await app.request('/api/releases/apps/mfe-survey', { headers });
    expect(Object(await report.json()).versions).toMatchObject([
      {
        publisher: {
          actor: 'octo-org/survey',
          source: { repository: 'octo-org/survey', commit: workflowClaims.sha, run: '9001' },
        },
      },
    ]);
    expect((await release(app.operatorsOrigin, ['audit'])).stdout).toContain(
      `octo-org/survey, commit ${workflowClaims.sha}, run 9001`,
    );
  });

  it('deprecates a version of its remote, and the history states the run', async () => {
    const client = { url: app.operatorsOrigin, token: await tokenWith() };
    await deprecate(client, { name: 'mfe-survey', version: '1.0.0', reason: 'it is slow' });
    expect((await audit(clientOf(app))).versions.filter(({ action }) => action === 'deprecate')).toEqual([
      expect.objectContaining({
        actor: 'octo-org/survey',
        source: { repository: 'octo-org/survey', commit: workflowClaims.sha, run: '9001' },
      }),
    ]);
  });

  it('publishes nothing else, and does nothing else', async () => {
    const token = await tokenWith();
    expect(await ask(token)).toMatchObject({ preset: 'publisher:mfe-survey', permissions: ['publish'] });
    await expect(publishWith(token, testQuiz('1.0.0'))).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Your token (publisher:mfe-survey) does not publish mfe-quiz.',
    });
    for (const path of ['/api/releases/status', '/api/operator/tokens', '/api/operator/publishers'])
      expect((await app.request(path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(403);
    const webhook = { url: app.operatorsOrigin, token };
    await expect(setTeamWebhook(webhook, 'mfe-survey', 'https://example.com/')).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect((await app.post('/api/operator/session', { token })).status).not.toBe(200);
  });

  const nowSeconds = () => clock() / 1000;
  const wrong: readonly (readonly [
    what: string,
    token: () => Promise<string> | string,
    reason: () => string,
  ])[] = [
    [
      'of another repository',
      () => tokenWith({ repository_id: '75' }),
      () => 'The repository octo-org/survey (75) may not publish anything.',
    ],
    [
      'of another workflow',
      () => tokenWith({ workflow_ref: 'octo-org/survey/.github/workflows/check.yml@refs/heads/main' }),
      () => 'The workflow .github/workflows/check.yml of octo-org/survey may not publish anything.',
    ],
    [
      'of another workflow whose name begins with that of the agreed one',
      () =>
        tokenWith({ workflow_ref: 'octo-org/survey/.github/workflows/publish.yml@x.yml@refs/heads/main' }),
      () => 'The identity token is not one of a workflow of GitHub Actions in its own repository.',
    ],
    [
      'of a workflow of another repository that has the agreed path',
      () => tokenWith({ workflow_ref: 'evil-org/survey/.github/workflows/publish.yml@refs/heads/main' }),
      () => 'The identity token is not one of a workflow of GitHub Actions in its own repository.',
    ],
    [
      'of another environment',
      () => tokenWith({ environment: 'test' }),
      () => `The workflow ${workflow} of octo-org/survey may not publish in the environment test.`,
    ],
    [
      'of no environment',
      () => tokenWith({ environment: undefined }),
      () => `The workflow ${workflow} of octo-org/survey may not publish in no environment.`,
    ],
    [
      'for another audience',
      () => tokenWith({ aud: 'https://elsewhere.example.com' }),
      () => `The identity token is for the audience https://elsewhere.example.com, not for ${audience}.`,
    ],
    [
      'whose audience is no text',
      // The type of claims allows no such audience, but an issuer can sign it.
      () => tokenWith(JSON.parse('{"aud":{"toString":1}}')),
      () => `The identity token does not state its audience as text. It must be ${audience}.`,
    ],
    [
      'without an audience',
      () => tokenWith({ aud: undefined }),
      () => `The identity token does not state its audience as text. It must be ${audience}.`,
    ],
    [
      'that has expired',
      () => tokenWith({ iat: nowSeconds() - 400, exp: nowSeconds() - 100 }),
      () => 'The identity token has expired.',
    ],
    [
      'that was issued long ago',
      () => tokenWith({ iat: nowSeconds() - 4000, exp: nowSeconds() + 4000 }),
      () => 'The identity token has expired.',
    ],
    [
      'without an end',
      () => tokenWith({ exp: undefined }),
      () => 'The identity token is not valid: missing required "exp" claim.',
    ],
    [
      'that another key has signed',
      async () => {
        const { privateKey } = await generateKeyPair('RS256');
        return issuer.sign({ aud: audience, ...workflowClaims }, clock(), privateKey);
      },
      () => `The identity token is not signed with a key of ${issuer.origin}.`,
    ],
    [
      'that does not name the key of its signature',
      async () => {
        const { privateKey } = await generateKeyPair('RS256');
        return new SignJWT({ iss: issuer.origin, aud: audience, ...workflowClaims })
          .setIssuedAt(nowSeconds())
          .setExpirationTime(nowSeconds() + 300)
          .setProtectedHeader({ alg: 'RS256' })
          .sign(privateKey);
      },
      () => 'The identity token does not name the key that it is signed with.',
    ],
    [
      'that nobody has signed',
      () =>
        new UnsecuredJWT({ iss: issuer.origin, aud: audience, ...workflowClaims })
          .setIssuedAt(nowSeconds())
          .setExpirationTime(nowSeconds() + 300)
          .encode(),
      () => `The identity token is not signed with a key of ${issuer.origin}.`,
    ],
    [
      'that is signed with the published key as a shared secret',
      () =>
        new SignJWT({ iss: issuer.origin, aud: audience, ...workflowClaims })
          .setIssuedAt(nowSeconds())
          .setExpirationTime(nowSeconds() + 300)
          .setProtectedHeader({ alg: 'HS256', kid: issuer.kid })
          .sign(new TextEncoder().encode(JSON.stringify(issuer.publicJwk))),
      () => `The identity token is not signed with a key of ${issuer.origin}.`,
    ],
    [
      'of an issuer that is not in the settings',
      () => tokenWith({ iss: 'https://issuer.example.com' }),
      () => 'Identity tokens of https://issuer.example.com are not accepted.',
    ],
    [
      'whose issuer is no text',
      () => {
        const claims = Buffer.from(JSON.stringify({ iss: { toString: 1 } })).toString('base64url');
        return `eyJhbGciOiJSUzI1NiJ9.${claims}.`;
      },
      () => 'The identity token is malformed.',
    ],
    [
      'that is cut off',
      async () => `${(await tokenWith()).slice(0, 80)}.`,
      () => 'The identity token is malformed.',
    ],
  ];
  it.each(wrong)('is rejected with a token %s', async (_, create, reason) => {
    expect(await ask(await create())).toMatchObject({ status: 401, detail: reason() });
  });

  it('is accepted although the clock of its issuer is 20 seconds ahead', async () => {
    const token = await tokenWith({ iat: nowSeconds() + 20, exp: nowSeconds() + 320 });
    expect(await ask(token)).toMatchObject({ status: 200, preset: 'publisher:mfe-survey' });
  });

  it('is rejected with a token of another issuer for the same repository, even if that issuer is accepted', async () => {
    const token = await other.sign({ aud: audience, ...workflowClaims }, clock());
    expect(await ask(token)).toMatchObject({
      status: 401,
      detail: 'The repository octo-org/survey (74) may not publish anything.',
    });
  });

  it('is asked to try again if the keys of its issuer cannot be fetched', async () => {
    const response = await ask(await tokenWith({ iss: 'http://127.0.0.1:1' }));
    expect(response).toMatchObject({ status: 503, code: 'unavailable' });
  });

  it('is checked with keys that were fetched once', () => {
    expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('is accepted again as soon as its issuer answers', async () => {
    const again = await startTestApp({ ...app.context, environment });
    const headers = async () => ({ authorization: `Bearer ${await tokenWith()}` });
    const status = async () =>
      (await again.request('/api/operator/session', { headers: await headers() })).status;
    issuer.state.isDown = true;
    expect(await status()).toBe(503);
    issuer.state.isDown = false;
    expect(await status()).toBe(200);
    await again.close();
  });

  it('is limited after ten rejected tokens in a minute', async () => {
    advance(60_000);
    const headers = {
      authorization: `Bearer ${await tokenWith({ aud: 'x' })}`,
      'x-forwarded-for': '10.9.9.9',
    };
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++)
      statuses.push((await app.request('/api/operator/session', { headers })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  it('is not limited while the keys of its issuer cannot be fetched', async () => {
    const headers = {
      authorization: `Bearer ${await tokenWith({ iss: 'http://127.0.0.1:1' })}`,
      'x-forwarded-for': '10.9.9.8',
    };
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++)
      statuses.push((await app.request('/api/operator/session', { headers })).status);
    expect(statuses).toEqual(Array<number>(12).fill(503));
  });

  it('publishes one app only: the same workflow cannot be agreed for a second one', async () => {
    const agreed = { issuer: issuer.origin, repositoryId: '74', workflow, environment: 'release' };
    await expect(addPublisher(clientOf(app), { app: 'mfe-quiz', ...agreed })).rejects.toMatchObject({
      code: 'invalid-request',
      message: 'This workflow in this environment publishes an app already. A workflow publishes one app.',
    });
    const elsewhere = { ...agreed, issuer: 'https://issuer.example.com' };
    await expect(addPublisher(clientOf(app), { app: 'mfe-quiz', ...elsewhere })).rejects.toMatchObject({
      message: `Identity tokens of https://issuer.example.com are not accepted. The issuer must be one of OIDC_ISSUERS of the service, exactly as written there: ${issuer.origin}, ${other.origin}, http://127.0.0.1:1.`,
    });
    // The tokens of an issuer name it exactly, so this one would never publish.
    const spelled = { ...agreed, issuer: `${issuer.origin}/` };
    await expect(addPublisher(clientOf(app), { app: 'mfe-quiz', ...spelled })).rejects.toMatchObject({
      message: expect.stringContaining(`Identity tokens of ${issuer.origin}/ are not accepted.`),
    });
  });

  it('is added, listed and removed by the release command, and publishes nothing from then on', async () => {
    const run = (...args: string[]) => release(app.operatorsOrigin, args);
    const add = ['publisher', 'add', 'mfe-exit', '--repository-id', '76', '--environment', 'release'];
    expect(await run(...add, '--issuer', issuer.origin)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`${workflow} of the repository 76 may publish mfe-exit`),
    });
    expect((await run('publisher', 'list')).stdout).toMatch(
      /mfe-exit .* repository 76 .* added by operator\n/,
    );
    const { publishers } = await listPublishers(clientOf(app));
    const [first] = publishers;
    expect(first).toMatchObject({ app: 'mfe-survey', repositoryId: '74', madeBy: 'operator' });

    expect((await run('publisher', 'remove', first?.id ?? '')).status).toBe(0);
    expect((await listPublishers(clientOf(app))).publishers).toMatchObject([{ app: 'mfe-exit' }]);
    await expect(publishWith(await tokenWith(), survey('1.1.0'))).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'The repository octo-org/survey (74) may not publish anything.',
    });
    await expect(removePublisher(clientOf(app), 'unknown')).rejects.toMatchObject({ code: 'not-found' });
  });
});
