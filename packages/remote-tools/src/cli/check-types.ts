import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Checks the types of the remote in a folder by its `tsconfig.json`. Returns null if they are right; otherwise the compiler's output, or
 * why it ended early.
 */
export function typeErrors(root: string): string | null {
  const compiler = require.resolve('typescript/bin/tsc');
  const args = [compiler, '--noEmit', '--pretty', 'false', '-p', join(root, 'tsconfig.json')];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) return null;
  return (
    stdout.trim() || `The types could not be checked (${signal ?? `status ${status}`}). ${stderr.trim()}`
  );
}
