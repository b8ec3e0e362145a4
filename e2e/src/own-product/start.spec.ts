import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@funnel/service-kit/http/free-port';
import { appNames, inRoot } from '@funnel/build/repository';
import { expect, test } from '@playwright/test';

import { startNpm, type NpmCommand } from '../support/npm-command.ts';

/** Settings of this shell that would change what the command starts. */
const keys = /^(STRIPE_|OPERATOR_TOKEN$|PAYMENTS$|NODE_ENV$|NODE_OPTIONS$|RELEASED_DATA_DIR$)/;
const plainEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !keys.test(name)));

/** Runs `npm start` until it has printed its table of URLs. */
async function start(settings: Record<string, string>, hasTerminal = false): Promise<NpmCommand> {
  const env = { ...plainEnv, ...settings };
  const command = startNpm({ args: ['start'], cwd: inRoot(), env, hasTerminal });
  await expect
    .poll(() => /Payments {2}.*\r?\n/.test(command.printed()) || command.exitCode(), { timeout: 400_000 })
    .toBe(true);
  return command;
}

/** The process id of the service that serves at the port. Its parent does not print it. */
function serviceAt(port: number): number {
  const pid = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const read = (file: string) => readFileSync(`/proc/${name}/${file}`, 'utf8').split('\0');
      return (
        read('cmdline').some((part) => part.endsWith('services/api/dist/main.js')) &&
        read('environ').includes(`PORT=${port}`)
      );
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
  if (!pid) throw new Error(`no service at port ${port}`);
  return Number(pid);
}

test('npm start makes the whole product live without keys, prints its URLs and token, publishes only changes, and ends with its service', async ({
  page,
}) => {
  // It builds everything, which takes minutes on a loaded machine.
  const dataDir = mkdtempSync(join(tmpdir(), 'start-'));
  const [port, operatorPort, sandboxPort] = [await freePort(), await freePort(), await freePort()];
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    OPERATOR_PORT: String(operatorPort),
    SANDBOX_PORT: String(sandboxPort),
  };
  const [funnel, console] = [`http://localhost:${port}`, `http://127.0.0.1:${operatorPort}`];

  const first = await start(settings);
  try {
    const token = readFileSync(join(dataDir, 'operator-token'), 'utf8').trim();
    expect(token.length).toBeGreaterThanOrEqual(16);
    for (const line of [
      `Funnel    ${funnel}`,
      `Console   ${console}/`,
      `Operator  the token in ${dataDir}/operator-token`,
      'Payments  sandbox',
    ])
      expect(first.printed()).toContain(line);
    // A file or a log that the output is redirected to gives nobody rights.
    expect(first.printed()).not.toContain(token);
    const live = /live: (.*)/.exec(first.printed())?.[1]?.split(', ') ?? [];
    expect(live.map((member) => member.split('@')[0]).toSorted()).toEqual(appNames.toSorted());
    await page.goto(funnel);
    await expect(page.getByRole('heading', { level: 1, name: '28-Day Trading Challenge' })).toBeVisible();
  } finally {
    await first.stop();
  }

  const second = await start(settings, true);
  try {
    const token = readFileSync(join(dataDir, 'operator-token'), 'utf8').trim();
    expect(second.printed()).toContain(`Operator  ${token}`);
    expect(second.printed()).not.toContain('live:');
    process.kill(serviceAt(port), 'SIGKILL');
    await expect.poll(() => second.exitCode(), { timeout: 20_000 }).toBe(1);
  } finally {
    if (second.exitCode() === null) await second.stop();
  }
  rmSync(dataDir, { recursive: true });
});
