import { randomUUID } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { setImmediate as letOthersRun } from 'node:timers/promises';

import type { ReleaseClient } from '@funnel/release-kit/client/publish-client';
import { createLog } from '@funnel/service-kit/log';

import { describeOnEachEngine, startTestApp, type TestApp } from '../platform/service.testkit.ts';
import {
  addPublisher,
  createToken,
  listPublishers,
  readTeamWebhook,
  setTeamWebhook,
} from '../releases/release-calls.testkit.ts';
import { clientOf } from '../releases/release.testkit.ts';
import { release } from '../releases/run-release.testkit.ts';

const issuer = 'https://issuer.example.com';
const workflow = '.github/workflows/publish.yml';
const nothing =
  'nothing is left that was registered with a token of this id, or with a token created with it\n';

describeOnEachEngine('what a token has registered', (open) => {
  const logged: string[] = [];
  let app: TestApp;
  beforeAll(async () => {
    const environment = { OPERATOR_URL: 'https://operators.example.com', OIDC_ISSUERS: issuer };
    const log = createLog('info', { write: (line) => logged.push(line) });
    app = await startTestApp({ database: await open(), environment, log });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    for (const table of ['operator_tokens', 'trusted_publishers', 'team_webhooks'] as const)
      await app.context.database.db.deleteFrom(table).execute();
  });

  const run = (...args: string[]) => release(app.operatorsOrigin, args);
  const create = async (name: string, by: ReleaseClient = clientOf(app)): Promise<ReleaseClient> => {
    const { token } = await createToken(by, { name, preset: 'admin', days: 9 });
    return { url: app.operatorsOrigin, token };
  };
  const idOf = async (name: string): Promise<string> => {
    const { tokens } = JSON.parse((await run('token', 'list', '--json')).stdout);
    return tokens.find((token: { name: string }) => token.name === name).id;
  };
  const agree = (client: ReleaseClient, app: string, repositoryId: string) =>
    addPublisher(client, { app, issuer, repositoryId, workflow, environment: 'release' });

  it('is printed when it is revoked, with the command that removes each', async () => {
    const ada = await create('ada');
    const { id: publisher } = await agree(ada, 'mfe-survey', '74');
    await setTeamWebhook(ada, 'mfe-quiz', 'https://hooks.example.com/ada?key=secret#more');
    const id = await idOf('ada');
    const { status, stdout } = await run('token', 'revoke', id);
    expect(status).toBe(0);
    const [first, ...rest] = stdout.trimEnd().split('\n');
    expect(first).toBe(`revoked the token ${id}, its sessions and the tokens created with it`);
    expect(rest.map((line) => line.split(/ {2,}/))).toEqual([
      ['These registrations stay after the token is revoked. Remove those that were not agreed to:'],
      [
        'publisher',
        'mfe-survey',
        `${workflow} in the environment release of the repository 74 (${issuer})`,
        'registered by ada',
        `npm run release -- publisher remove ${publisher}`,
      ],
      [
        'webhook',
        'mfe-quiz',
        'https://hooks.example.com/ada',
        'registered by ada',
        'npm run release -- webhook remove mfe-quiz',
      ],
    ]);

    for (const command of stdout.match(/(?<=npm run release -- ).*/g) ?? [])
      expect((await run(...command.split(' '))).status).toBe(0);
    expect((await listPublishers(clientOf(app))).publishers).toEqual([]);
    await expect(readTeamWebhook(clientOf(app), 'mfe-quiz')).rejects.toMatchObject({ code: 'not-found' });
    expect((await run('token', 'registrations', id)).stdout).toBe(nothing);
  });

  it('includes what a token created with it registered, even if that was revoked before', async () => {
    const ada = await create('ada');
    const ben = await create('ben', ada);
    const cy = await create('cy', ben);
    await agree(cy, 'mfe-survey', '74');
    await setTeamWebhook(ben, 'mfe-quiz', 'https://hooks.example.com/');
    const id = await idOf('ada');
    await run('token', 'revoke', await idOf('ben'));
    const { publishers, webhooks } = JSON.parse((await run('token', 'revoke', id, '--json')).stdout);
    expect([publishers, webhooks]).toMatchObject([
      [{ app: 'mfe-survey', madeBy: 'cy', isTokenRecorded: true }],
      [{ name: 'mfe-quiz', madeBy: 'ben', isTokenRecorded: true }],
    ]);
  });

  it('does not include what its creator, or another token of the same name, registered', async () => {
    const ada = await create('ada');
    await agree(ada, 'mfe-survey', '74');
    const eve = await create('eve', ada);
    const namesake = await create('ada', eve);
    await setTeamWebhook(namesake, 'mfe-quiz', 'https://hooks.example.com/eve');
    await setTeamWebhook(ada, 'mfe-quiz', 'https://hooks.example.com/ada');
    await setTeamWebhook(namesake, 'mfe-pricing', 'https://hooks.example.com/eve');
    const { stdout } = await run('token', 'revoke', await idOf('eve'), '--json');
    expect(JSON.parse(stdout)).toMatchObject({ publishers: [], webhooks: [{ name: 'mfe-pricing' }] });
  });

  it('is not listed with the revoked token itself, which is revoked nevertheless', async () => {
    const ada = await create('ada');
    const id = await idOf('ada');
    const { status, stdout, stderr } = await release(app.operatorsOrigin, ['token', 'revoke', id], {
      OPERATOR_TOKEN: ada.token,
    });
    expect([status, stdout]).toEqual([
      0,
      `revoked the token ${id}, its sessions and the tokens created with it\n`,
    ]);
    expect(stderr).toMatch(
      new RegExp(`^Warning: What it registered could not be listed: [^]*-- token registrations ${id}\n$`),
    );
  });

  it('includes a webhook that a replica of an earlier version has replaced, which stores no token', async () => {
    const [ada, ben] = [await create('ada'), await create('ben')];
    await setTeamWebhook(ada, 'mfe-quiz', 'https://hooks.example.com/ada');
    await setTeamWebhook(ben, 'mfe-quiz', 'https://hooks.example.com/ben');
    const { db } = app.context.database;
    await db.updateTable('team_webhooks').set({ id: randomUUID() }).execute();
    const { stdout } = await run('token', 'revoke', await idOf('ada'));
    expect(stdout).toMatch(/registered by ben with a token that was not recorded/);
  });

  it('is stated to be nothing if it has registered nothing', async () => {
    await create('ada');
    await agree(clientOf(app), 'mfe-survey', '74');
    const { status, stdout } = await run('token', 'revoke', await idOf('ada'));
    expect([status, stdout.slice(stdout.indexOf('\n') + 1)]).toEqual([0, nothing]);
  });

  it('is looked for under an id that can be checked where the warning says, also of a revoked token', async () => {
    await create('ada');
    const id = await idOf('ada');
    await run('token', 'revoke', id);
    const { status, stdout, stderr } = await run('token', 'registrations', id);
    expect([status, stdout]).toEqual([0, nothing]);
    expect(stderr).toBe(
      'Warning: An id that no token ever had gives this result, too. Check the id with: token list. The ids of revoked tokens are in the service\'s log, in the lines "operator token created" and "operator tokens revoked".\n',
    );
    expect((await run('token', 'list')).stdout).not.toContain(id);
    for (const message of ['operator token created', 'operator tokens revoked'])
      expect(logged.filter((line) => line.includes(message) && line.includes(id))).toHaveLength(1);
  });

  it('includes what is older than the record of tokens, and says so', async () => {
    await create('ada');
    await agree(clientOf(app), 'mfe-survey', '74');
    await setTeamWebhook(clientOf(app), 'mfe-quiz', 'https://hooks.example.com/');
    const { db } = app.context.database;
    await db.updateTable('trusted_publishers').set({ made_by_tokens: null }).execute();
    await db.updateTable('team_webhooks').set({ made_by_tokens: null }).execute();
    const { stdout } = await run('token', 'revoke', await idOf('ada'));
    expect(stdout.match(/registered by operator with a token that was not recorded/g)).toHaveLength(2);
  });

  it('is listed after the token was revoked, as the rejection of a second revocation says', async () => {
    const ada = await create('ada');
    await agree(ada, 'mfe-survey', '74');
    const id = await idOf('ada');
    await run('token', 'revoke', id);
    const again = await run('token', 'revoke', id);
    expect(again).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        `There is no token "${id}". "release token list" lists the tokens.\nIf it was revoked before, this lists what it registered: npm run release -- token registrations ${id}\n`,
      ),
    });
    expect((await run('token', 'registrations', id)).stdout).toMatch(
      /^These registrations .*\npublisher  mfe-survey /,
    );
  });

  it('has no entry of a request whose token was revoked while its body arrived', async () => {
    const { token } = await create('ada');
    const id = await idOf('ada');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const registration = request(`${app.operatorsOrigin}/api/operator/publishers`, {
      method: 'POST',
      headers,
    });
    const responded = new Promise<IncomingMessage>((resolve) => registration.once('response', resolve));
    registration.write('{"app": "mfe-survey", ');
    // The service has authenticated the request once it has stored the use of the token.
    const used = app.context.database.db
      .selectFrom('operator_tokens')
      .select('id')
      .where('id', '=', id)
      .where('last_used_at', 'is not', null);
    while ((await used.execute()).length === 0) await letOthersRun();

    expect((await run('token', 'revoke', id)).stdout).toContain('revoked the token');
    registration.end(
      `"issuer": "${issuer}", "repositoryId": "74", "workflow": "${workflow}", "environment": "release"}`,
    );
    expect((await responded).resume().statusCode).toBe(401);
    expect((await listPublishers(clientOf(app))).publishers).toEqual([]);
  });
});
