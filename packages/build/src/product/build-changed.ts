import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { appNames, appVersion, folderOf, inRoot, type AppName, type BuildTarget } from '../repository.ts';
import { runCommand, runCompiler } from '../run-command.ts';
import { appFingerprint, serviceFingerprint } from './fingerprint.ts';

interface BuildRecord {
  readonly fingerprint: string;
  readonly version: string;
}

const recordFile = (name: string) => inRoot('.cache/builds', `${name}.json`);

function readRecord(name: string): BuildRecord | null {
  const file = recordFile(name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function writeRecord(name: string, record: BuildRecord): void {
  mkdirSync(inRoot('.cache/builds'), { recursive: true });
  writeFileSync(recordFile(name), JSON.stringify(record));
}

/** A manual build may differ from the recorded one, so it deletes the record. */
export const deleteBuildRecord = (name: string): void => rmSync(recordFile(name), { force: true });

/** Whether this was built from the present sources, and its result still exists. */
const isCurrent = (name: string, fingerprint: string, ...results: readonly string[]): boolean =>
  readRecord(name)?.fingerprint === fingerprint && results.every((file) => existsSync(inRoot(file)));

async function build(app: BuildTarget, fingerprint: string, version: string): Promise<void> {
  const command = inRoot('packages/build/src/commands/build.ts');
  const args = ['--import', 'tsx', '--conditions=source', command, app, '--as', version];
  await runCommand(process.execPath, args);
  writeRecord(app, { fingerprint, version });
}

/** A version for a build that differs from the one already published under the plain version. */
const localVersion = (app: AppName, fingerprint: string) => `${appVersion(app)}+${fingerprint.slice(0, 8)}`;

/** Builds an app under a version that is not published yet. */
export async function buildUnderLocalVersion(app: AppName): Promise<void> {
  const fingerprint = appFingerprint(app);
  await build(app, fingerprint, localVersion(app, fingerprint));
}

/** Builds an app if it has changed since the last build. */
async function buildAppIfChanged(app: AppName, log: (text: string) => void): Promise<void> {
  const fingerprint = appFingerprint(app);
  if (isCurrent(app, fingerprint, `${app}/dist/remote.json`)) return;
  const record = readRecord(app);
  const isChanged =
    record !== null && record.fingerprint !== fingerprint && record.version.startsWith(appVersion(app));
  const version = isChanged ? localVersion(app, fingerprint) : appVersion(app);
  log(`building ${app} ${version}`);
  await build(app, fingerprint, version);
}

/** Compiles the services if they have changed since the last time. */
export async function compileServices(log: (text: string) => void): Promise<void> {
  const fingerprint = serviceFingerprint();
  const services = ['services/api', 'services/payment-sandbox'];
  if (isCurrent('services', fingerprint, ...services.map((folder) => `${folder}/dist/main.js`))) return;
  log('compiling the services');
  await runCompiler(['-b', ...services]);
  writeRecord('services', { fingerprint, version: '' });
}

/** Builds the operators' console if it has changed since the last build. */
export async function buildConsoleIfChanged(log: (text: string) => void): Promise<void> {
  const fingerprint = appFingerprint('console');
  if (isCurrent('console', fingerprint, `${folderOf('console')}/dist/index.html`)) return;
  const version = appVersion('console');
  log(`building the console ${version}`);
  await build('console', fingerprint, version);
}

/** Builds the changed apps and compiles the changed services, two at a time. */
export async function buildFunnel(log: (text: string) => void): Promise<void> {
  const jobs = [() => compileServices(log), ...appNames.map((app) => () => buildAppIfChanged(app, log))];
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await job();
  };
  await Promise.all([work(), work()]);
}

/** Like `buildFunnel`, and also builds the operators' console. */
export async function buildChanged(log: (text: string) => void): Promise<void> {
  await buildFunnel(log);
  await buildConsoleIfChanged(log);
}
