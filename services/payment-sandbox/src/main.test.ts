import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** Runs the compiled process with only this environment. */
function start(environment: Readonly<Record<string, string>>) {
  const args = [path.join(__dirname, '../dist/main.js')];
  const env = { PATH: process.env['PATH'], SANDBOX_PORT: '0', ...environment };
  return spawn(process.execPath, args, { env, cwd: path.join(__dirname, '..') });
}

async function outcomeOf(environment: Readonly<Record<string, string>>) {
  const child = start(environment);
  // One that has started after all would never exit.
  child.stdout.once('data', () => child.kill());
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, said };
}

describe('the process', () => {
  it.each([
    ['a live secret key', { SANDBOX_SECRET_KEY: 'sk_live_x' }, 'SANDBOX_SECRET_KEY: is a live key'],
    [
      'a live key of the service beside it',
      { STRIPE_SECRET_KEY: 'sk_live_x' },
      'STRIPE_SECRET_KEY: is a live key',
    ],
    ['production', { NODE_ENV: 'production' }, 'NODE_ENV: is production'],
    ['every host', { SANDBOX_HOST: '0.0.0.0' }, 'SANDBOX_HOST: must be a loopback host'],
    ['a public host', { SANDBOX_HOST: 'shop.example' }, 'SANDBOX_HOST: must be a loopback host'],
    ['a live restricted key', { STRIPE_SECRET_KEY: 'rk_live_x' }, 'STRIPE_SECRET_KEY: is a live key'],
    [
      'a live publishable key',
      { STRIPE_PUBLISHABLE_KEY: 'pk_live_x' },
      'STRIPE_PUBLISHABLE_KEY: is a live key',
    ],
    [
      'a key of another kind',
      { SANDBOX_PUBLISHABLE_KEY: 'sk_test_x' },
      'SANDBOX_PUBLISHABLE_KEY: must be a pk_test_',
    ],
  ])('refuses to start with %s, and says why without a stack', async (_what, environment, reason) => {
    const { code, said } = await outcomeOf(environment);
    expect(code).toBe(1);
    expect(said).toMatch(reason);
    expect(said).not.toMatch(/\n\s+at /);
  });

  it('logs its URL, responds there, and exits on a signal', async () => {
    const child = start({});
    const [line] = await once(child.stdout, 'data');
    const { msg, url } = JSON.parse(String(line));
    expect(msg).toBe('listening');
    expect((await fetch(`${url}/sandbox/health`)).status).toBe(200);

    const taken = await outcomeOf({ SANDBOX_PORT: new URL(url).port });
    expect(taken).toMatchObject({ code: 1, said: expect.stringMatching('EADDRINUSE') });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
