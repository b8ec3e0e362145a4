import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';

import { inRoot } from '../repository.ts';

export interface Platform {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

/** The npm package that holds Node's binary for a platform, and where in it the binary is. */
export function nodePackage({ platform, arch }: Platform): { name: string; binary: string } {
  const isWindows = platform === 'win32';
  return {
    name: `node-${isWindows ? 'win' : platform}-${arch}`,
    binary: isWindows ? 'bin/node.exe' : 'bin/node',
  };
}

/** `24.9.0`, or null when the binary does not run here or is of another major version. */
function versionOf(binary: string, major: string): string | null {
  const { status, stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  const version = stdout?.trim().replace(/^v/, '');
  return status === 0 && version.split('.')[0] === major ? version : null;
}

export type NodeSearch =
  | { readonly status: 'found'; readonly binary: string; readonly version: string }
  | { readonly status: 'missing'; readonly reason: string };

/** A Node of this major version: the one that runs this, one installed earlier, or the newest of the registry. */
export function ensureNode(major: string, log: (text: string) => void): NodeSearch {
  const own = versionOf(process.execPath, major);
  if (own) return { status: 'found', binary: process.execPath, version: own };
  const folder = inRoot('.cache', `node-${major}`);
  const { name, binary: inPackage } = nodePackage(process);
  const binary = `${folder}/node_modules/${name}/${inPackage}`;
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    log(`installing Node ${major} from the package ${name}`);
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-workspaces'];
    const args = ['install', '--prefix', folder, ...options, `${name}@${major}`];
    // In that folder: within the repository npm would install into it.
    const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) return { status: 'missing', reason: `npm could not install ${name}@${major}` };
  }
  const version = versionOf(binary, major);
  return version
    ? { status: 'found', binary, version }
    : { status: 'missing', reason: `${binary} does not run as Node ${major}` };
}
