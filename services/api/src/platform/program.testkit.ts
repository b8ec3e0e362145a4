import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { endWithParent } from '@funnel/service-kit/end-with-parent';

interface ProgramOptions {
  /** The command that runs the process, with its arguments. */
  readonly runner?: readonly string[];
  /** Modules to load before the program. */
  readonly preload?: readonly string[];
}

/**
 * Node's arguments that run a source file as a program. The compiled program starts in less than half the time; Jest
 * compiles before the first test. Helpers of tests are not compiled.
 */
export const programArgs = (source: string): string[] =>
  source.endsWith('.testkit.ts')
    ? ['--import=tsx', '--conditions=source', source]
    : [source.replace('/src/', '/dist/').replace(/\.ts$/, '.js')];

/** Starts a program of the service as a child process, and returns it when the program logs that it listens. */
export async function spawnProgram(
  source: string,
  env: Record<string, string>,
  { runner = [], preload = [] }: ProgramOptions = {},
): Promise<ChildProcess> {
  const imports = [endWithParent, ...preload].map((module) => `--import=${module}`);
  const [command = '', ...args] = [...runner, process.execPath, ...imports, ...programArgs(source)];
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      if (String(text).includes('"address"')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`${source} ended with ${code}`)));
  });
  return child;
}

/** Kills a process with SIGKILL and resolves when it has exited. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Starts a program with `spawnProgram`, and returns a function that kills it. */
export async function startProgram(source: string, env: Record<string, string>) {
  const child = await spawnProgram(source, env);
  return () => kill(child);
}

/**
 * Creates a clock that runs faster, so that tests need not wait for leases and delays of a minute: the module to
 * preload into a program, and the same clock for the test.
 */
export function fastClock(factor: number) {
  const startMs = Date.now();
  const script = `const{now}=Date;Date.now=()=>Math.round(${startMs}+(now()-${startMs})*${factor})`;
  return {
    preload: [`data:text/javascript,${encodeURIComponent(script)}`],
    clock: () => Math.round(startMs + (Date.now() - startMs) * factor),
  };
}
