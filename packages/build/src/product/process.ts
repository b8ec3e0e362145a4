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
  url,
  readyPath,
  env,
  onOutput,
}: ProcessOptions): Promise<RunningProcess> {
  const child = spawn(process.execPath, [inRoot(script)], {
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
  return {
    url,
    child,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** A port that is free now, on loopback. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
