import { spawn } from 'node:child_process';

import { inRoot } from './repository.ts';

/** Runs a command in the repository's root. Rejects with the command and its output if it fails. */
export function runCommand(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: inRoot(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')}\n${output}`)),
    );
  });
}

/** Runs the TypeScript compiler in the repository's root. Rejects with its output if it fails. */
export const runCompiler = (args: readonly string[]): Promise<void> =>
  runCommand(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), ...args]);
