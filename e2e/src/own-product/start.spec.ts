import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@funnel/service-kit/http/free-port';
import { inRoot } from '@funnel/build/repository';
import { expect, test } from '@playwright/test';

import { startNpm, type NpmCommand } from '../support/npm-command.ts';

/** Settings of this shell that would change what the command starts. */
const keys = /^(STRIPE_|OPERATOR_TOKEN$|PAYMENTS$|NODE_ENV$|NODE_OPTIONS$|RELEASED_DATA_DIR$)/;
const plainEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !keys.test(name)));

/** Runs `npm start` until it has printed its table of addresses. */
async function start(settings: Record<string, string>): Promise<NpmCommand> {
  const command = startNpm({ args: ['start'], cwd: inRoot(), env: { ...plainEnv, ...settings } });
  await expect
    .poll(() => /Payments {2}.*\n/.test(command.printed()) || command.exitCode(), { timeout: 400_000 })
    .toBe(true);
  return command;
}

test('npm start makes the whole product live without keys, prints its addresses and token, and publishes only changes', async ({
  page,
}) => {
  // It builds everything, which takes minutes on a loaded machine.
  test.setTimeout(600_000);
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
      `Operator  ${token}`,
      'Payments  sandbox',
    ])
      expect(first.printed()).toContain(line);
    const live = /live: (.*)/.exec(first.printed())?.[1]?.split(', ') ?? [];
    expect(live.map((member) => member.split('@')[0]).toSorted()).toEqual([
      'mfe-checkout',
      'mfe-legal',
      'mfe-pricing',
      'mfe-quiz',
      'shell',
    ]);
    await page.goto(funnel);
    await expect(page.getByRole('heading', { level: 1, name: '28-Day Trading Challenge' })).toBeVisible();
  } finally {
    await first.stop();
  }

  const second = await start(settings);
  await second.stop();
  expect(second.printed()).not.toContain('live:');
  rmSync(dataDir, { recursive: true });
});
