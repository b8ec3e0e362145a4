import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Engine } from '@funnel/service-kit/database/database';
import { sql } from 'kysely';

import { signedWebhookEvent } from '../billing/stripe/signed-webhook-event.testkit.ts';
import { startStripeApi } from '../billing/stripe/stripe-api.testkit.ts';
import { aLead } from '../leads/a-lead.testkit.ts';
import { createCookieJar } from '../platform/cookie-jar.testkit.ts';
import { openDatabase } from '../platform/database.ts';
import { freePort } from '@funnel/service-kit/http/free-port';
import { kill, programArgs, spawnProgram } from '../platform/program.testkit.ts';
import { createTestDatabase, startReceiver } from '../platform/service.testkit.ts';

// Each test starts programs, which is slow on a busy machine.
jest.setTimeout(120_000);

const email = 'Erase.Me_Now+1@Example-Mail.com';
const lower = email.toLowerCase();
const hash = createHash('sha256').update(lower).digest('hex');
const encoded = encodeURIComponent(lower);
/** Escapes as some other languages write JSON. */
const unicode = (address: string) => address.replace('@', String.raw`\u0040`);
const inJson = unicode(lower);
const other = 'stays.here@example.com';

/** Spellings that must not occur in any byte. */
const spellings = [
  lower,
  email.toUpperCase(),
  encoded,
  encodeURIComponent(encoded),
  inJson,
  JSON.stringify(inJson).slice(1, -1),
  hash,
];

/** Finds the spellings in these bytes, in any case, as UTF-8 or UTF-16. */
function spellingsIn(bytes: Buffer): string[] {
  const folded = bytes.toString('latin1').toLowerCase();
  const contains = (text: string, encoding: BufferEncoding) =>
    folded.includes(Buffer.from(text.toLowerCase(), encoding).toString('latin1'));
  return spellings.filter((text) => contains(text, 'utf8') || contains(text, 'utf16le'));
}

/** Reads the stored data: file by file on SQLite, as a dump on PostgreSQL. */
async function stored(testDatabase: {
  DATABASE_URL?: string;
  DATA_DIR: string;
}): Promise<Record<string, Buffer>> {
  if (testDatabase.DATABASE_URL) {
    const dump = spawnSync('pg_dump', ['--inserts', testDatabase.DATABASE_URL], { maxBuffer: 1e9 });
    return dump.status === 0 ? { dump: dump.stdout } : { rows: await allRows(testDatabase) };
  }
  const files = readdirSync(testDatabase.DATA_DIR);
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(testDatabase.DATA_DIR, file))]));
}

/** Reads every column of every table as text, for machines without a matching `pg_dump`. */
async function allRows(testDatabase: { DATABASE_URL?: string; DATA_DIR: string }): Promise<Buffer> {
  const database = await openDatabase(testDatabase);
  const dump: string[] = [];
  for (const { name } of await database.db.introspection.getTables()) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
      database.db,
    );
    dump.push(name, ...rows.map(({ row }) => row));
  }
  await database.close();
  return Buffer.from(dump.join('\n'));
}

const findSpellings = async (testDatabase: { DATABASE_URL?: string; DATA_DIR: string }) =>
  Object.entries(await stored(testDatabase)).flatMap(([file, bytes]) =>
    spellingsIn(bytes).map((text) => `${file}: ${text}`),
  );

describe.each(['sqlite', 'postgres'] as const)('the erasure command (%s)', (engine: Engine) => {
  let testDatabase: Awaited<ReturnType<(typeof createTestDatabase)[Engine]>>;
  let stripe: Awaited<ReturnType<typeof startStripeApi>>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let service: Awaited<ReturnType<typeof spawnProgram>>;
  let origin = '';
  const outside = mkdtempSync(join(tmpdir(), 'funnel-erasure-'));
  /** The responses of receivers by path. */
  const responses = new Map<string, { status: number; body?: string }>();

  const environment = () => ({
    NODE_ENV: 'test',
    OPERATOR_PORT: '0',
    SECRET_KEY: 'a-secret-key-for-tests-of-32-characters',
    LOG_LEVEL: 'silent',
    OPERATOR_TOKEN: 'operator-token-for-tests',
    DATA_DIR: testDatabase.DATA_DIR || outside,
    ...(testDatabase.DATABASE_URL && { DATABASE_URL: testDatabase.DATABASE_URL }),
  });
  // Asynchronous, because this process also responds to the service and has to close idle connections.
  const run = (program: string, ...args: string[]) =>
    new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
      const node = [...programArgs(join(__dirname, program)), ...args];
      const env = { PATH: process.env['PATH'] ?? '', ...environment() };
      const child = execFile(process.execPath, node, { env }, (_error, stdout, stderr) =>
        resolve({ status: child.exitCode, stdout, stderr }),
      );
    });
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  async function startService() {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    service = await spawnProgram(join(__dirname, '../main.ts'), {
      ...environment(),
      LOG_LEVEL: 'info',
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '100000',
      ...stripe.environment,
      LEAD_WEBHOOK_URL: `${receiver.origin}/leads`,
      APP_WEBHOOK_URL: `${receiver.origin}/app`,
      APP_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
      AD_PLATFORM_URL: `${receiver.origin}/ads`,
      AD_PLATFORM_PIXEL_ID: 'PX-1',
      AD_TRACKING_URL: `${receiver.origin}/tracking`,
      AD_TRACKING_TOKEN: 'tracking-token',
    });
  }

  function browser() {
    const jar = createCookieJar();
    const send = async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('cookie', jar.header());
      const response = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers });
      jar.store(response);
      return response;
    };
    const post = (path: string, body: object) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    return { jar, send, post };
  }

  /** Goes through the whole funnel with the email in every field that accepts text. */
  async function completeFunnel(address: string) {
    const { send, post } = browser();
    await send(`/api/config?currency=USD&email=${encodeURIComponent(address)}`);
    const event = (changes: object) => ({
      id: randomUUID(),
      name: 'PageView',
      at: Date.now(),
      path: '/',
      setId: '',
      ...changes,
    });
    const events = [
      event({ path: `/final?email=${address}` }),
      event({ path: `/final?email=${encodeURIComponent(address)}` }),
      event({ path: `/${unicode(address)}` }),
      event({ name: 'ViewContent', contentName: `for ${address}`, contentId: address.toUpperCase() }),
      event({
        name: 'ScriptFailed',
        detail: `/x?next=%2Fx%3Femail%3D${encodeURIComponent(encodeURIComponent(address))}`,
      }),
      event({
        name: 'ResourceFailed',
        remote: address,
        detail: JSON.stringify({ address, inJson: unicode(address) }),
      }),
    ];
    expect((await post('/api/events', { events })).status).toBe(202);
    for (const step of ['Email Step (17)', `step for ${address}`]) {
      const response = await post(
        '/api/leads',
        aLead({ email: address, step, specialGoal: `to ${address}`, quizAnswers: { Age: address } }),
      );
      expect(response.status).toBe(202);
    }
    const order = { planId: 'plan2', email: address, attemptId: randomUUID() };
    const opened = await post('/api/create-checkout', order);
    expect(opened.status).toBe(201);
    const { sessionId } = await opened.json();
    stripe.complete(sessionId);
    const webhookEvent = signedWebhookEvent('checkout.session.completed', sessionId, {
      atMs: Date.now(),
      fields: { customer_email: address },
    });
    expect((await fetch(`${origin}/api/webhooks/stripe`, webhookEvent)).status).toBe(200);
    await until(
      async () => (await (await send(`/api/checkout-sessions/${sessionId}`)).json()).status === 'paid',
    );
    expect((await send('/api/consent', { method: 'POST' })).status).toBe(204);
  }

  beforeAll(async () => {
    testDatabase = await createTestDatabase[engine]();
    stripe = await startStripeApi(Date.now);
    receiver = await startReceiver(({ path }) => responses.get(path) ?? { status: 204 });
    await startService();
  });
  afterAll(async () => {
    await kill(service);
    await Promise.all([receiver.close(), stripe.close()]);
    await testDatabase.remove();
    rmSync(outside, { recursive: true });
  });

  it('leaves no spelling of the email anywhere while the service is running', async () => {
    // First delivered, then dead for one receiver and waiting for another.
    await completeFunnel(email);
    responses.set('/tracking', { status: 400, body: `no such address: ${email}` });
    responses.set('/leads', { status: 503, body: `busy with ${email}` });
    responses.set('/app', { status: 503 });
    await completeFunnel(lower);
    await completeFunnel(other);

    const database = await openDatabase(testDatabase);
    const dead = () => database.db.selectFrom('outbox').select('id').where('state', '=', 'dead').execute();
    await until(async () => (await dead()).length >= 4);
    // Data that an older version, an operator or a crash may have left.
    await database.db
      .updateTable('outbox')
      .set({ last_error: `refused ${email}` })
      .where('state', '=', 'dead')
      .execute();
    await database.db
      .updateTable('inbox')
      .set({ last_error: `StripeError: ${encoded}, from /x?next=${encodeURIComponent(encoded)}` })
      .execute();
    await database.db
      .insertInto('checkout_intents')
      .values({ visit_id: 'a-visit', intent: JSON.stringify({ email, notice: email }), created_at: 0 })
      .execute();
    await database.db
      .insertInto('release_audit')
      .values({
        id: randomUUID(),
        at: 0,
        actor: 'ops',
        action: 'promote',
        channel: 'live',
        from_set: null,
        to_set: 'a-set',
        note: `${email} complained, in JSON ${unicode(email)} or ${JSON.stringify(unicode(email))}`,
        percent: null,
      })
      .execute();
    // Rows that were deleted before, by a connection without secure_delete.
    if (engine === 'sqlite') await sql`pragma secure_delete = off`.execute(database.db);
    const bulk = Array.from({ length: 2000 }, (_, at) => ({ key: `old ${at} ${email}`, value: hash }));
    for (let at = 0; at < bulk.length; at += 500)
      await database.db
        .insertInto('settings')
        .values(bulk.slice(at, at + 500))
        .execute();
    await database.db.deleteFrom('settings').where('key', 'like', 'old %').execute();
    await database.close();
    const before = await findSpellings(testDatabase);
    for (const text of spellings) expect(before).toContainEqual(expect.stringContaining(`: ${text}`));

    const { status, stdout, stderr } = await run('privacy.ts', 'delete', email.toUpperCase());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Erased the data about');
    expect(await findSpellings(testDatabase)).toEqual([]);

    // The service continues, and its next writes must not restore anything.
    await completeFunnel('later@example.com');
    expect(await findSpellings(testDatabase)).toEqual([]);
    const rest = Object.values(await stored(testDatabase)).map((bytes) => bytes.toString('latin1'));
    expect(rest.join()).toContain(other);
    expect((await run('privacy.ts', 'delete', email)).stdout).toContain('No data about');
  });

  // PostgreSQL's backup is a dump, as above.
  if (engine === 'postgres') return;

  it('leaves no spelling in a new backup, nor in files of earlier restores', async () => {
    await completeFunnel(email);
    const before = join(outside, 'before.db');
    expect((await run('../backup/backup.ts', 'backup', before)).status).toBe(0);
    await kill(service);
    expect((await run('../backup/backup.ts', 'restore', before)).status).toBe(0);
    writeFileSync(join(testDatabase.DATA_DIR, 'funnel.db.part'), `half of a restoration, ${email}`);
    await startService();
    expect((await findSpellings(testDatabase)).map((text) => text.split(':')[0])).toEqual(
      expect.arrayContaining([expect.stringMatching(/^funnel\.db\.before-/), 'funnel.db.part']),
    );

    const { status, stdout } = await run('privacy.ts', 'delete', email);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Removed funnel\.db\.before-/);
    expect(await findSpellings(testDatabase)).toEqual([]);
    const after = join(outside, 'after.db');
    expect((await run('../backup/backup.ts', 'backup', after)).status).toBe(0);
    expect(spellingsIn(readFileSync(before))).toContain(lower);
    expect(spellingsIn(readFileSync(after))).toEqual([]);
  });
});
