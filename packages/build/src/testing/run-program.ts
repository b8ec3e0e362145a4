import { spawnSync } from 'node:child_process';

import { inRoot } from '../repository.ts';

/** The exit status of a program that Ctrl-C or SIGTERM has ended. */
const interrupted = 130;

/**
 * Runs a program of the repository with this Node and its output shown. Returns whether it succeeded. If it was interrupted, this
 * process ends too, so that nothing else starts: it has received the same signal, but cannot handle it while it waits.
 */
export function runProgram(
  node: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): boolean {
  const { status, signal } = spawnSync(node, [inRoot(program), ...args], {
    cwd: inRoot(),
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status === interrupted || signal === 'SIGINT' || signal === 'SIGTERM') process.exit(interrupted);
  return status === 0;
}
