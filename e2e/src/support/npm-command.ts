import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface NpmCommand {
  /** What it has written to stdout so far; with a terminal, to stderr too. */
  printed(): string;
  /** The exit code, or null while it runs. */
  exitCode(): number | null;
  /** Asks it to end and waits until every process of it has. */
  stop(): Promise<void>;
}

interface NpmCommandOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether its output is a terminal instead of a pipe. It then ends with its terminal, and `stop` waits only for that. */
  readonly hasTerminal?: boolean;
}

/** Starts an npm command that runs until it is stopped. */
export function startNpm({ args, cwd, env, hasTerminal = false }: NpmCommandOptions): NpmCommand {
  const [program, parameters] = hasTerminal
    ? ['script', ['--quiet', '--return', '--command', ['npm', ...args].join(' '), '/dev/null']]
    : ['npm', args];
  // npm starts a shell, which starts Node: as a group of their own, all of them can be ended. `script` starts them in a group of
  // the terminal, which gets SIGHUP when `script` ends.
  const child = spawn(program, parameters, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  // npm ends before the processes that it started, which may still be writing. 'close' follows when they
  // all have closed the shared stdout.
  const closed = once(child, 'close');
  return {
    printed: () => printed,
    exitCode: () => child.exitCode,
    async stop() {
      if (child.pid) process.kill(-child.pid, 'SIGTERM');
      await closed;
    },
  };
}
