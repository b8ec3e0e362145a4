import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';

import { inRoot } from '../repository.ts';

export interface RunningProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Sends the signal and resolves when the process has exited. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface ProcessOptions {
  readonly script: string;
  /** Options of Node itself. */
  readonly nodeArgs?: readonly string[];
  readonly url: string;
  /** Returns 2xx once the process can serve. */
  readonly readyPath: string;
  readonly env: NodeJS.ProcessEnv;
  /** Called with the process's output. */
  readonly onOutput: (text: string) => void;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Starts a service and waits until it is ready. Rejects with its output if it exits before that. */
export async function startProcess({
  script,
  nodeArgs = [],
  url,
  readyPath,
  env,
  onOutput,
}: ProcessOptions): Promise<RunningProcess> {
  const child = spawn(process.execPath, [...nodeArgs, inRoot(script)], {
    cwd: inRoot(),
    // The compiled services run on plain Node without the caller's options. A test may set their clocks ahead.
    env: { ...env, NODE_OPTIONS: env['PRODUCT_NODE_OPTIONS'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-4000);
      onOutput(String(chunk));
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  while (!(await isReady(`${url}${readyPath}`))) {
    if (hasEnded) throw new Error(`${script} did not start:\n${output}`);
    await pause(50);
  }
  // The response may have come from another process on this port.
  if (hasEnded) throw new Error(`${script} did not start:\n${output}`);
  return {
    url,
    child,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Listens on the loopback port for a moment; 0 selects any port. Resolves to its number. */
function tryPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Resolves to a port that is currently free on loopback. */
export const freePort = (): Promise<number> => tryPort(0);

/** Reads a port from the environment. Rejects with a hint if it is invalid or in use. */
export async function portFromEnv(variable: string, fallback: number): Promise<number> {
  const port = Number(process.env[variable] ?? fallback);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`${variable} must be a whole number from 1 to 65535. Example: ${variable}=${fallback}`);
  return tryPort(port).catch(() => {
    throw new Error(
      `Port ${port} is in use: stop the process that uses it, or set ${variable} to another port.`,
    );
  });
}
