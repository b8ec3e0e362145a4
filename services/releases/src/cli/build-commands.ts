import { versionSchema } from '@funnel/contracts/release';
import type { ContractReport } from '@funnel/contracts/release-management';
import {
  call,
  checkWith,
  isHttpUrl,
  publishBuild,
  publishFrom,
  ReleaseError,
  type ReleaseClient,
} from '@funnel/release-kit/client/publish-client';
import { InvalidArgumentError, Option, type Command } from 'commander';

import { checkAppName, defaultBuildFolder, findBuildFolder } from './build-folder.ts';
import { isoTime, parseApp, parseWith, table, type Run } from './command.ts';

/** A contract with its end, and below it the remotes that use it; `stored` ones are neither live nor in the canary. */
function contractText({
  contract,
  acceptedUntil,
  isServed,
  remotes,
}: ContractReport['contracts'][number]): string {
  const end = acceptedUntil === null ? 'no end is decided' : `accepted until ${acceptedUntil}`;
  const served = isServed ? '' : '; the live shell does not serve it';
  const rows = remotes.map(({ name, version, state }) => [`  ${name}@${version}`, state]);
  return [`contract ${contract}: ${end}${served}`, table(rows) || '  no remotes'].join('\n');
}

interface PublishOptions {
  readonly dir?: string;
  readonly url?: string;
}

const appArgument = ['<app>', 'name of a remote, or shell', parseApp] as const;
const versionArgument = [
  '<version>',
  'a published version, such as 1.1.0',
  parseWith(versionSchema, 'Expected a version such as 1.1.0.'),
] as const;

const checkList = checkWith('release list');

function httpUrl(text: string): string {
  if (isHttpUrl(text)) return text;
  throw new InvalidArgumentError(
    'It must be a URL with http or https. Example: --url https://static.example.com/remote.json',
  );
}

/** The reason that a version is marked with, null if it is not, and undefined if it is not listed or the token may not list versions. */
async function readDeprecation(
  client: ReleaseClient,
  name: string,
  version: string,
): Promise<string | null | undefined> {
  try {
    const { builds } = await call(client, (api) => api.listBuilds(name));
    return builds.find((build) => build.version === version)?.deprecation;
  } catch (error) {
    if (error instanceof ReleaseError && error.code === 'forbidden') return undefined;
    throw error;
  }
}

function undeprecatedText(version: string, before: string | null | undefined): string {
  if (before === undefined) return `${version} is no longer deprecated`;
  return before === null
    ? `${version} was not deprecated: nothing was changed`
    : `${version} is no longer deprecated (it was: ${before})`;
}

function buildFolderOf(rootFolder: string, name: string, dir: string | undefined): string {
  if (dir) return findBuildFolder({ rootFolder, name, dir });
  checkAppName(rootFolder, name);
  return defaultBuildFolder(rootFolder, name);
}

/** Adds the commands that publish and list builds. */
export function addBuildCommands(program: Command, run: Run): void {
  program
    .command('publish')
    .summary('store a build; it does not go live')
    .description('Stores a build under its name and version. It is safe to repeat, and does not go live.')
    .argument(...appArgument)
    .option('--dir <folder>', 'folder with the remote.json, relative to the working directory or to <app>')
    .addOption(
      new Option('--url <url>', 'URL of the remote.json of a hosted build')
        .argParser(httpUrl)
        .conflicts('dir'),
    )
    .action((name: string, { dir, url }: PublishOptions) =>
      run(async ({ client, rootFolder }) => {
        const data = url
          ? await publishFrom(client, url, name)
          : await publishBuild(client, buildFolderOf(rootFolder, name, dir), name);
        const result = data.outcome === 'published' ? 'published' : 'already published, unchanged:';
        const text = `${result} ${data.name}@${data.version}`;
        return { data, text, warnings: data.warning ? [data.warning] : [] };
      }),
    );

  program
    .command('list')
    .summary('list the published versions')
    .description('Lists the published versions, newest first.')
    .argument('[app]', 'name of a remote, or shell', parseApp)
    .action((name: string | undefined) =>
      run(async ({ client }) => {
        const data = await call(client, (api) => api.listBuilds(name));
        const rows = data.builds.map((build) => [
          `${build.name}@${build.version}`,
          isoTime(build.publishedAt),
          build.isLive ? 'live' : build.isCanary ? 'canary' : '',
          build.deprecation === null ? '' : `deprecated: ${build.deprecation}`,
        ]);
        return { data, text: table(rows) || 'no versions yet' };
      }),
    );

  program
    .command('contracts')
    .summary('list which remotes use which contract')
    .description(
      'Lists each major version of the Shell API, until when it is accepted, and the published remotes that use it.',
    )
    .action(() =>
      run(async ({ client }) => {
        const data = await call(client, (api) => api.readContracts());
        return { data, text: data.contracts.map(contractText).join('\n') };
      }),
    );

  program
    .command('deprecate')
    .summary('warn against promoting a version')
    .description(
      'Marks a version, so that preparing, certifying or promoting it prints a warning with the reason.',
    )
    .argument(...appArgument)
    .argument(...versionArgument)
    .requiredOption('--reason <text>', 'why it should not be promoted')
    .action((name: string, version: string, { reason }: { readonly reason: string }) =>
      run(async ({ client }) => {
        const data = await call(client, (api) => api.deprecateVersion({ name, version, reason }), checkList);
        return { data, text: `deprecated ${name}@${version}: ${data.reason}` };
      }),
    );

  program
    .command('undeprecate')
    .summary('end the warning of deprecate')
    .description('Removes the mark of a deprecated version.')
    .argument(...appArgument)
    .argument(...versionArgument)
    .action((name: string, version: string) =>
      run(async ({ client }) => {
        const before = await readDeprecation(client, name, version);
        const request = { name, version, reason: null };
        const data = await call(client, (api) => api.deprecateVersion(request), checkList);
        return { data, text: undeprecatedText(`${name}@${version}`, before) };
      }),
    );
}
