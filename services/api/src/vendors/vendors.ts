import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { runCommand } from '../platform/run-command.ts';
import { vendorsCommand, usage } from './vendors-command.ts';

const pauseMs = 2_000;
const opener = { darwin: 'open', win32: 'explorer' } as const;

const write = (line: string) => void process.stdout.write(`${line}\n`);
const writeError = (line: string) => void process.stderr.write(`${line}\n`);

/** Opens the user's browser. The URL is printed, too, because there may be none. */
async function openBrowser(url: string): Promise<void> {
  write(`Pay in the browser: ${url}`);
  const program = process.platform in opener ? Reflect.get(opener, process.platform) : 'xdg-open';
  spawn(program, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

await runCommand(usage, async (args) => ({
  status: await vendorsCommand(args, {
    environment: process.env,
    clock: Date.now,
    runId: randomUUID(),
    write,
    writeError,
    wait: () => setTimeout(pauseMs),
    openBrowser,
  }),
}));
