import { spawnSync } from 'node:child_process';

/** npm lists what is installed, so it rejects a workspace that no link in `node_modules` leads to. */
const notInstalled = 'ESBOMPROBLEMS';
const advice = 'node_modules does not fit package-lock.json. Run npm install, and then this command again.';

/** Prints a bill of materials of these workspaces (CycloneDX), with npm. Throws what npm says, and what helps. */
export function printSbom(root: string, folders: readonly string[], environment: NodeJS.ProcessEnv): string {
  const workspaces = folders.flatMap((folder) => ['-w', folder]);
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--loglevel', 'error', ...workspaces];
  const { error, status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (error) throw error;
  if (status === 0) return stdout;
  const reason = stderr.trim() || `npm sbom ended with ${status ?? 'a signal'}`;
  throw new Error(stderr.includes(notInstalled) ? `${reason}\n\n${advice}` : reason);
}
