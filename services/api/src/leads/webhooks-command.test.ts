import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { outputOf } from '../platform/run-command.ts';
import { createSecretKeys, loadSecretKeys } from '../platform/secret-keys.ts';
import { describeOnEachEngine } from '../platform/service.testkit.ts';
import { webhooksCommand } from './webhooks-command.ts';

const run = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  outputOf((words) => webhooksCommand(words, env), args, env);

const secretKey = 'a-secret-key-for-tests-of-32-characters';
const secret = `whsec_${createSecretKeys(secretKey)('lead-webhook')}`;

describeOnEachEngine('the generated secret of the lead webhook', (_open, _engine, testDatabase) => {
  const env = () => {
    const { DATABASE_URL = '', DATA_DIR } = testDatabase();
    // The command needs fewer settings in production than the service.
    return { DATABASE_URL, DATA_DIR, NODE_ENV: 'production', SECRET_KEY: secretKey };
  };

  it('can be read once', async () => {
    expect(await run(['secret'], env())).toEqual({ status: 0, out: secret });
    const second = await run(['secret'], env());
    expect(second.status).toBe(1);
    expect(second.notes).toEqual([expect.stringMatching(/^The derived secret was read before\./)]);
    expect(JSON.stringify(second)).not.toContain(secret);
  });

  it('is not shown if LEAD_WEBHOOK_SECRET is set', async () => {
    const own = { LEAD_WEBHOOK_SECRET: 'whsec_b3duLXNlY3JldC1vZi10aGUtd2ViaG9vaw==' };
    expect(await run(['secret'], { ...env(), ...own })).toEqual({
      status: 1,
      notes: ['LEAD_WEBHOOK_SECRET is set, and deliveries are signed with it.'],
    });
  });
});

describe('the key from which the secret is derived', () => {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const env = { NODE_ENV: 'test', DATA_DIR: folder };

  it('must be a setting or be in the data folder, because a new one would not be the one that the service signs with', async () => {
    expect(await run(['secret'], env)).toEqual({
      status: 1,
      out: '',
      notes: [
        `SECRET_KEY: is not set, and ${folder} contains no key. Example: SECRET_KEY=$(openssl rand -base64 32)`,
      ],
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may be the file that the service has created', async () => {
    const keys = loadSecretKeys({ SECRET_KEY: undefined, DATA_DIR: folder });
    expect(await run(['secret'], env)).toEqual({ status: 0, out: `whsec_${keys('lead-webhook')}` });
  });

  it('is not looked for with an invalid setting', async () => {
    const { status, notes } = await run(['secret'], { ...env, LOG_LEVEL: 'loud' });
    expect([status, notes]).toEqual([1, [expect.stringMatching(/^LOG_LEVEL: /)]]);
  });
});

it('prints the retry schedule without a database', async () => {
  const { status, out } = await run(['schedule'], {});
  expect(status).toBe(0);
  expect(out?.split('\n').map((line) => line.trim().replace(/ {2,}/g, '  '))).toEqual([
    'attempt  after the previous one  at the latest after',
    '2  3 s to 5 s  5 s',
    '3  5 s to 10 s  15 s',
    '4  10 s to 20 s  35 s',
    '5  20 s to 40 s  1 min 15 s',
    '6  40 s to 1 min 20 s  2 min 35 s',
    '7  1 min 20 s to 2 min 40 s  5 min 15 s',
    '8  2 min 40 s to 5 min 20 s  10 min 35 s',
    '9  5 min 20 s to 10 min 40 s  21 min 15 s',
    '10  10 min 40 s to 21 min 20 s  42 min 35 s',
    '11  21 min 20 s to 42 min 40 s  1 h 25 min',
    '12  42 min 40 s to 1 h 25 min  2 h 50 min',
    'later  1 h to 2 h',
    'A delivery is dead after 120 h. Each delivery keeps its webhook-id.',
  ]);
});

it.each([
  [[], 'Expected secret or schedule, got no argument.'],
  [['secrets'], 'Expected secret or schedule, got "secrets".'],
  [['secret', 'now'], 'Expected no further argument, got "now".'],
])('explains itself to %j', async (args, mistake) => {
  expect(await run(args, {})).toEqual({
    status: 2,
    notes: [mistake, 'Usage: npm run webhooks -- secret|schedule'],
  });
});
