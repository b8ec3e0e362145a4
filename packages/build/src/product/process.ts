import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

import { endWithParent } from '@funnel/service-kit/end-with-parent';
import { isFree } from '@funnel/service-kit/http/free-port';

import { inRoot } from '../repository.ts';

export interface RunningProcess {
  readonly script: string;
  readonly url: string;
  readonly child: ChildProcess;
  /** Sends the signal and waits until the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface ProcessOptions {
  readonly script: string;
  /** Options of Node itself. */
  readonly nodeArgs?: readonly string[];
  readonly url: string;
  /** Responds with 2xx once the process can serve. */
  readonly readyPath: string;
  readonly env: NodeJS.ProcessEnv;
  /** Receives what the process prints once it serves. Earlier output is in the error if it does not start. */
  readonly onOutput: (text: string) => void;
}

async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Starts a service, which ends with this process, and waits until it serves. Rejects with its output if it ends before that. */
export async function startProcess({
  script,
  nodeArgs = [],
  url,
  readyPath,
  env,
  onOutput,
}: ProcessOptions): Promise<RunningProcess> {
  const child = spawn(process.execPath, [`--import=${endWithParent}`, ...nodeArgs, inRoot(script)], {
    cwd: inRoot(),
    // The services run compiled, on plain Node. A test may set their clocks ahead.
    env: { ...env, NODE_OPTIONS: env['PRODUCT_NODE_OPTIONS'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C in a terminal goes to every process of a group. A service that gets it, and then the signal to stop, ends at once.
    detached: true,
  });
  let early = '';
  let isReady = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      if (isReady) onOutput(String(chunk));
      else early += chunk;
    });
  }
  const startError = () => new Error(`${script} did not start:\n${early.slice(-4000)}`);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  while (!(await responds(`${url}${readyPath}`))) {
    if (hasEnded) throw startError();
    await pause(50);
  }
  // Another program may have responded on that port.
  if (hasEnded) throw startError();
  isReady = true;
  if (early) onOutput(early);
  return {
    script,
    url,
    child,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** The port that the variable sets. Throws if it is not a port. */
export function portFromEnv(variable: string, defaultPort: number): number {
  const port = Number(process.env[variable] || defaultPort);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(
      `${variable}: must be a whole number from 1 to 65535. Example: ${variable}=${defaultPort}`,
    );
  return port;
}

/** Rejects if another program listens on the port; the error names the variable to change. */
export async function checkPortIsFree(variable: string, port: number): Promise<void> {
  if (port === 0) throw new Error(`${variable}: must not be 0, because other programs need the port.`);
  if (await isFree(port)) return;
  throw new Error(
    `${variable}: port ${port} is in use. Stop the program that listens there, or set ${variable} to another port.`,
  );
}
