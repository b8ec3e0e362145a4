import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sessionFor, startTestSandbox } from '../sandbox.testkit.ts';
import { loadState } from './state-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'payment-sandbox-'));
const file = path.join(folder, 'state.json');
const environment = { SANDBOX_STATE_FILE: file };

let running: Awaited<ReturnType<typeof startTestSandbox>> | undefined;

afterEach(() => running?.close());
afterAll(() => rmSync(folder, { recursive: true }));

describe('the state file', () => {
  it('keeps sessions, held webhooks and idempotency keys over a restart, but no card number', async () => {
    const before = await startTestSandbox(environment);
    running = before;
    await before.post('/sandbox/deliveries/hold', {});
    const params = await sessionFor(before.stripe);
    const { sessions } = before.stripe.checkout;
    const session = await sessions.create(params, { idempotencyKey: 'kept' });
    await before.pay(session, '4000 0000 0000 0002');
    await before.pay(session, '4242 4242 4242 4242');
    await before.close();
    running = undefined;
    expect(readFileSync(file, 'utf8')).not.toMatch(/4242424242424242|4000000000000002|4242 4242/);
    expect(readdirSync(folder)).toEqual(['state.json']);

    const after = await startTestSandbox(environment);
    running = after;
    const { id, status } = await after.stripe.checkout.sessions.retrieve(session.id);
    const replayed = await after.stripe.checkout.sessions.create(params, { idempotencyKey: 'kept' });
    expect([id, status, replayed.id]).toEqual([session.id, 'complete', session.id]);
    await after.post('/sandbox/deliveries/release', {});
    await after.until(({ taken }) => taken.at(-1)?.type === 'checkout.session.completed');
  });

  it('is rejected if it is another file', () => {
    const other = path.join(folder, 'other.json');
    writeFileSync(other, '{"sessions": 1}');
    expect(() => loadState(other)).toThrow(
      `SANDBOX_STATE_FILE: ${other} holds no state of this sandbox; remove it.`,
    );
  });
});
