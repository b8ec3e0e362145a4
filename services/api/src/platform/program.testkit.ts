import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

interface ProgramOptions {
  /** The command that runs the process, with its arguments. */
  readonly runner?: readonly string[];
  /** Modules to load before the program. */
  readonly preload?: readonly string[];
}

/** Starts a program of the service as a separate process. Resolves when it prints its address. */
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

/** Kills a process with SIGKILL and resolves when it has exited. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Like `runProgram`, but returns a function that kills the process. */
export async function startProgram(file: string, env: Record<string, string>) {
  const child = await runProgram(file, env);
  return () => kill(child);
}

/**
 * Creates a clock that runs faster, so that tests need not wait for leases and delays of a minute: the module to
 * preload into a program, its environment variables, and the same clock for the test. `sources` is the service's
 * folder.
 */
export function fastClock(sources: string, factor: number) {
  const startMs = Date.now();
  return {
    preload: [join(sources, 'platform/fast-clock.testkit.ts')],
    environment: { CLOCK_START: String(startMs), CLOCK_FACTOR: String(factor) },
    clock: () => Math.round(startMs + (Date.now() - startMs) * factor),
  };
}
