import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { operatorTokenFile, serviceEnvironment, usesSandbox } from './start-product.ts';

let root: string;
let dataDir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'product-'));
  dataDir = join(root, 'data');
});
afterEach(() => rmSync(root, { recursive: true }));

const environmentWith = (env: NodeJS.ProcessEnv) => serviceEnvironment({ sandboxPort: 3010, dataDir, env });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('creates an operator token once, readable by its owner only', () => {
  const { OPERATOR_TOKEN: token = '' } = environmentWith({});
  // 24 random bytes.
  expect(token).toMatch(/^[\w-]{32}$/);
  const file = operatorTokenFile(dataDir);
  expect(readFileSync(file, 'utf8')).toBe(`${token}\n`);
  expect([modeOf(dataDir), modeOf(file)]).toEqual(['700', '600']);
  expect(environmentWith({})['OPERATOR_TOKEN']).toBe(token);
});

it('stores no operator token if the environment has one', () => {
  expect(environmentWith({ OPERATOR_TOKEN: 'ours' })['OPERATOR_TOKEN']).toBe('ours');
  expect(readdirSync(dataDir)).toEqual([]);
});

it.each([
  ['without keys', {}, true],
  ['with keys of the provider', { STRIPE_SECRET_KEY: 'sk_test_1' }, false],
  ['in production', { NODE_ENV: 'production' }, false],
  ['if it is asked for in production', { NODE_ENV: 'production', PAYMENTS: 'sandbox' }, true],
  ['if the provider is asked for without keys', { PAYMENTS: 'stripe' }, false],
])('decides whether the sandbox takes payments %s: %j', (_, env: NodeJS.ProcessEnv, isUsed) => {
  expect(usesSandbox(env)).toBe(isUsed);
  expect(environmentWith(env)['STRIPE_API_BASE']).toBe(isUsed ? 'http://localhost:3010' : undefined);
});
