import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';

import { inRoot } from '../repository.ts';

export interface RunningProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Asks it to end, and waits until it has. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface ProcessOptions {
  readonly script: string;
  /** Options of Node itself. */
  readonly nodeArgs?: readonly string[];
  readonly url: string;
  /** Answers 2xx once the process can serve. */
  readonly readyPath: string;
  readonly env: NodeJS.ProcessEnv;
  /** What the process prints. */
  readonly onOutput: (text: string) => void;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Starts one of the services and waits until it serves. Rejects with its words when it ends before that. */
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
    // The services run compiled, by plain Node, whatever runs this; a test may set their clocks ahead.
    env: { ...env, NODE_OPTIONS: env['PRODUCT_NODE_OPTIONS'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed = `${printed}${chunk}`.slice(-4000);
      onOutput(String(chunk));
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  while (!(await answers(`${url}${readyPath}`))) {
    if (hasEnded) throw new Error(`${script} did not start:\n${printed}`);
    await pause(50);
  }
  // Somebody else may have answered.
  if (hasEnded) throw new Error(`${script} did not start:\n${printed}`);
  return {
    url,
    child,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Takes the port on loopback and lets it go again; resolves to its number. 0 for any. */
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

/** A port that is free now, on loopback. */
export const freePort = (): Promise<number> => tryPort(0);

/** The port that a variable names. Rejects with what to do where it is none, or is taken. */
export async function portFromEnv(variable: string, usual: number): Promise<number> {
  const port = Number(process.env[variable] ?? usual);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`${variable} must be a whole number from 1 to 65535. Example: ${variable}=${usual}`);
  return tryPort(port).catch(() => {
    throw new Error(`Port ${port} is taken: end what listens there, or set ${variable} to another.`);
  });
}
