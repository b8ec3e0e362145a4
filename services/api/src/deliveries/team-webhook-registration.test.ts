import { sql } from 'kysely';

import { describeOnEachEngine, startTestApp } from '../platform/service.testkit.ts';
import {
  promote,
  readTeamWebhook,
  removeTeamWebhook,
  rollback,
  setTeamWebhook,
} from '../releases/release-calls.testkit.ts';
import { clientOf } from '../releases/release.testkit.ts';
import { release } from '../releases/run-release.testkit.ts';
import { summarizeOutbox } from './outbox-summary.ts';
import { registeredWebhook } from './team-webhooks.testkit.ts';

const hourMs = 3_600_000;

describeOnEachEngine('the registration of the webhook of a team', (open) => {
  const { clock, advance, app, client, receiver, respondWith, received, tokenOf, register } =
    registeredWebhook(open);

  it('is managed by its team and by an administrator, and by nobody else', async () => {
    const other = await tokenOf('publisher:mfe-pricing');
    const releaser = await tokenOf('releaser');
    for (const token of [other, releaser]) {
      const rejected = { code: 'forbidden' };
      await expect(setTeamWebhook(token, 'mfe-quiz', receiver().origin)).rejects.toMatchObject(rejected);
      await expect(readTeamWebhook(token, 'mfe-quiz')).rejects.toMatchObject(rejected);
      await expect(removeTeamWebhook(token, 'mfe-quiz')).rejects.toMatchObject(rejected);
      // Not even whether another team has one.
      await expect(readTeamWebhook(token, 'mfe-legal')).rejects.toMatchObject(rejected);
    }
    await expect(readTeamWebhook(other, 'mfe-quiz')).rejects.toMatchObject({
      message: 'Your token (publisher:mfe-pricing) does not manage mfe-quiz.',
    });
    expect(await readTeamWebhook(client(), 'mfe-quiz')).toMatchObject({
      name: 'mfe-quiz',
      url: receiver().origin,
      madeBy: 'team',
    });
  });

  it.each([
    ['ftp://example.com/', 'url: must be an http or https URL'],
    ['https://user:secret@example.com/', 'The URL must not contain a user or a password.'],
    ['https://:secret@example.com/', 'The URL must not contain a user or a password.'],
    ['https://user@example.com/', 'The URL must not contain a user or a password.'],
    ['no address', 'url: must be an http or https URL'],
  ])('is rejected at %s', async (url, reason) => {
    await expect(setTeamWebhook(client(), 'mfe-quiz', url)).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining(reason),
    });
  });

  it('is rejected for what cannot be the name of an app', async () => {
    await expect(setTeamWebhook(client(), 'Quiz', receiver().origin)).rejects.toMatchObject({
      code: 'invalid-request',
      message: 'The URL must name an app.',
    });
  });

  it('is rejected in production unless its URL begins with https', async () => {
    const environment = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://quiz.example.com',
      SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
      SMTP_URL: 'smtp://127.0.0.1:1',
      EMAIL_POSTAL_ADDRESS: 'Example Inc., 1 Main Street, Cheyenne, WY 82001, USA',
    };
    const production = await startTestApp({ database: app().context.database, clock, environment });
    const registerAt = (url: string) => setTeamWebhook(clientOf(production), 'mfe-pricing', url);
    await expect(registerAt('http://example.com/')).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('The URL must start with https.'),
    });
    expect(await registerAt('https://example.com/')).toMatchObject({ url: 'https://example.com/' });
    await removeTeamWebhook(clientOf(production), 'mfe-pricing');
    await production.close();
  });

  it('warns of an app without a published version, and prints its secret as usual', async () => {
    const { status, stdout, stderr } = await release(app().operatorsOrigin, [
      'webhook',
      'set',
      'mfe-quizz',
      receiver().origin,
    ]);
    expect([status, stdout.trim()]).toEqual([0, expect.stringMatching(/^whsec_\S{40,}$/)]);
    expect(stderr).toBe(
      'Warning: No version of "mfe-quizz" has been published. Published apps: mfe-checkout, mfe-pricing, mfe-quiz, shell.\n',
    );
    const known = await release(app().operatorsOrigin, ['webhook', 'set', 'mfe-pricing', receiver().origin]);
    expect([known.status, known.stderr]).toEqual([0, '']);
  });

  it('is kept with its secret if another registration fails', async () => {
    const before = await readTeamWebhook(client(), 'mfe-quiz');
    const { db } = app().context.database;
    await sql`alter table builds rename to builds_away`.execute(db);
    advance(1);
    try {
      await expect(setTeamWebhook(client(), 'mfe-quiz', 'https://example.com/')).rejects.toMatchObject({
        code: 'internal',
      });
    } finally {
      await sql`alter table builds_away rename to builds`.execute(db);
    }
    expect(await readTeamWebhook(client(), 'mfe-quiz')).toEqual(before);
  });

  it('is stopped when its receiver is gone, and gets what waits once it is registered again', async () => {
    respondWith(410);
    await promote(client(), ['mfe-quiz@1.4.0']);
    expect(await received()).toHaveLength(1);
    respondWith(204);
    await rollback(client());
    advance(hourMs);
    expect(await received()).toEqual([]);
    await register();
    advance(hourMs);
    expect((await received()).map(({ type }) => type).toSorted()).toEqual([
      'remote.promoted',
      'remote.rolled_back',
    ]);
  });

  it('has a new secret after each registration, and receives nothing after its removal', async () => {
    const command = (...argv: string[]) => release(app().operatorsOrigin, ['webhook', ...argv]);
    const first = await register();
    const set = await command('set', 'mfe-quiz', receiver().origin);
    expect(set.stdout.trim()).toMatch(/^whsec_\S{40,}$/);
    expect(set.stdout.trim()).not.toBe(first);
    expect((await command('show', 'mfe-quiz')).stdout).toContain(
      `${receiver().origin}  registered by operator`,
    );
    await promote(client(), ['mfe-quiz@1.1.0']);
    await promote(client(), ['mfe-pricing@1.2.0']);
    const { db } = app().context.database;
    const deliveries = (state: 'waiting' | 'delivered') =>
      db.selectFrom('outbox').select(['id', 'destination']).where('state', '=', state).execute();
    const delivered = await deliveries('delivered');
    expect(delivered).not.toEqual([]);
    expect((await command('remove', 'mfe-quiz')).stdout).toBe('removed the webhook of mfe-quiz\n');
    expect(await deliveries('waiting')).toMatchObject([{ destination: 'team-webhook:mfe-pricing' }]);
    expect(await deliveries('delivered')).toEqual(delivered);
    await removeTeamWebhook(client(), 'mfe-pricing');
    expect(await deliveries('waiting')).toEqual([]);
    expect(await received()).toEqual([]);
    expect((await command('show', 'mfe-quiz')).stderr).toContain('"mfe-quiz" has no webhook.');
  });

  it('leaves nothing after its removal that could keep an alert or hold up the next webhook', async () => {
    await register();
    await promote(client(), ['mfe-quiz@1.2.0']);
    respondWith(503);
    for (let attempt = 0; attempt < 4; attempt++) {
      await received();
      advance(hourMs);
    }
    await received();
    respondWith(204);
    const { db } = app().context.database;
    const destination = 'team-webhook:mfe-quiz';
    await db.updateTable('outbox').set({ state: 'dead' }).where('destination', '=', destination).execute();
    const failing = async () =>
      (await summarizeOutbox(db, clock())).filter((summary) => summary.destination === destination);
    expect(await failing()).toMatchObject([
      { dead: expect.any(Number), breakerOpenUntil: expect.any(Number) },
    ]);
    await removeTeamWebhook(client(), 'mfe-quiz');
    expect(await failing()).toEqual([]);

    respondWith(410);
    await register();
    await promote(client(), ['mfe-quiz@1.3.0']);
    await received();
    respondWith(204);
    expect(await failing()).toMatchObject([{ stopped: expect.any(Object) }]);
    await removeTeamWebhook(client(), 'mfe-quiz');
    expect(await failing()).toEqual([]);

    await register();
    await rollback(client());
    expect(await received()).toHaveLength(1);
  });
});
