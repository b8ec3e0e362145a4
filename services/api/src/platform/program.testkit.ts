import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** A port that nobody listened to a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

interface ProgramOptions {
  /** What runs the process, and its arguments. */
  readonly runner?: readonly string[];
  /** Modules that are loaded before the program. */
  readonly preload?: readonly string[];
}

/** A program of the service as a process of its own; resolves when it says its address. */
export async function runProgram(
  file: string,
  env: Record<string, string>,
  { runner = [], preload = [] }: ProgramOptions = {},
): Promise<ChildProcess> {
  const imports = ['tsx', ...preload].flatMap((module) => ['--import', module]);
  const [command = '', ...args] = [...runner, process.execPath, ...imports, '--conditions=source', file];
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      if (String(text).includes('"address"')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return child;
}

/** Kills a process at once, and resolves when it is dead. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** As `runProgram`; returns what kills it. */
export async function startProgram(file: string, env: Record<string, string>) {
  const child = await runProgram(file, env);
  return () => kill(child);
}

/**
 * A clock that runs faster, so that leases and pauses of a minute need not be waited for: what to load before a program,
 * the variables that set it, and the same time for the test. `sources`: the service's folder.
 */
export function fastClock(sources: string, factor: number) {
  const startMs = Date.now();
  return {
    preload: [join(sources, 'platform/fast-clock.testkit.ts')],
    environment: { CLOCK_START: String(startMs), CLOCK_FACTOR: String(factor) },
    clock: () => Math.round(startMs + (Date.now() - startMs) * factor),
  };
}
