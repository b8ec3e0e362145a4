import { resolve } from 'node:path';

import { Option, type Command } from 'commander';

import { checkAppName, findBuildFolder } from './build-folder.ts';
import { isoTime, table, type Run } from './command.ts';
import { listBuilds, publishBuild, publishFrom } from './release-client.ts';

interface PublishOptions {
  readonly dir?: string;
  readonly url?: string;
}

/** Adds the commands that publish and list builds. */
export function addBuildCommands(program: Command, run: Run): void {
  program
    .command('publish')
    .summary('store a build; it does not go live')
    .description('Stores a build under its name and version. It is safe to repeat, and does not go live.')
    .argument('<app>', 'name of the remote, or shell')
    .option('--dir <folder>', 'folder with the remote.json, relative to the working directory or to <app>')
    .addOption(new Option('--url <url>', 'URL of the remote.json of a hosted build').conflicts('dir'))
    .action((name: string, { dir, url }: PublishOptions) =>
      run(async ({ client, rootFolder }) => {
        if (!dir && !url) checkAppName(rootFolder, name);
        const folder = dir ? findBuildFolder({ rootFolder, name, dir }) : resolve(rootFolder, name, 'dist');
        const data = url ? await publishFrom(client, url, name) : await publishBuild(client, folder, name);
        const result = data.outcome === 'published' ? 'published' : 'already published, unchanged:';
        return { data, text: `${result} ${data.name}@${data.version}` };
      }),
    );

  program
    .command('list')
    .summary('list the published versions')
    .description('Lists the published versions, newest first.')
    .argument('[app]', 'name of a remote, or shell')
    .action((name: string | undefined) =>
      run(async ({ client }) => {
        const data = await listBuilds(client, name);
        const rows = data.builds.map((build) => [
          `${build.name}@${build.version}`,
          isoTime(build.publishedAt),
          build.isLive ? 'live' : '',
        ]);
        return { data, text: table(rows) || 'no versions yet' };
      }),
    );
}
