import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { acceptedUntil, type ContractVersion } from '@funnel/contracts/contract-versions';
import type { RemoteManifest } from '@funnel/contracts/release';
import { isHttpUrl, publishBuild } from '@funnel/release-kit/client/publish-client';
import { Command, InvalidArgumentError } from 'commander';

import { checkBuild } from '../checks/check-build.ts';
import { startDevServer } from '../dev/dev-server.ts';
import { openProduct } from '../dev/product-reader.ts';
import { watchFiles } from '../dev/watch-files.ts';
import { describeLeftOut } from '../files.ts';
import { buildRemote } from '../remote/build-remote.ts';
import { describeBuild } from '../remote/describe-build.ts';
import { typeErrors } from './check-types.ts';
import { requestIdentityToken } from './identity-token.ts';
import { originalPlace } from './original-place.ts';
import { ProjectError, readProject, replaceFolder } from './project.ts';

interface Surroundings {
  /** The folder of the remote. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: (text: string) => void;
  /** The contracts that the installed tools know, with the announced end of each. */
  readonly contracts: readonly ContractVersion[];
}

const summary = ({ name, version, files }: RemoteManifest): string => {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  return `${name} ${version}: ${Object.keys(files).length} files, ${Math.round(bytes / 1024)} KB`;
};

/** The folder of the build. */
const defaultDir = 'dist';

interface BuildOptions {
  readonly dir: string;
  readonly sourceMaps?: string;
}

async function build(root: string, { dir, sourceMaps }: BuildOptions): Promise<RemoteManifest> {
  if (sourceMaps !== undefined && !relative(resolve(root, dir), resolve(root, sourceMaps)).startsWith('..'))
    throw new ProjectError(`Source maps are not published. Name a folder outside of ${dir}.`);
  const errors = typeErrors(root);
  if (errors !== null) throw new ProjectError(errors);
  const project = await readProject(root);
  return replaceFolder(resolve(root, dir), (next) =>
    buildRemote({
      ...project,
      folder: next,
      ...(sourceMaps !== undefined && { maps: resolve(root, sourceMaps, project.version) }),
    }),
  );
}

function reportPassed(
  { log, contracts }: Surroundings,
  manifest: RemoteManifest,
  folder: string,
  passed = 'every gate is passed',
): void {
  log(`${summary(manifest)}: ${passed}`);
  for (const reason of describeLeftOut(folder)) log(`Warning: ${reason}`);
  const end = acceptedUntil(contracts, manifest.contract);
  if (end !== null)
    log(
      `Warning: contract ${manifest.contract} is accepted until ${end}. Update the packages of @funnel, and build for a later one.`,
    );
}

/** An argument as it is typed into a shell. */
const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : JSON.stringify(text));

function requireBuild(root: string, dir: string): void {
  const folder = resolve(root, dir);
  if (existsSync(join(folder, 'remote.json'))) return;
  const option = dir === defaultDir ? '' : ` --dir ${quoted(dir)}`;
  throw new ProjectError(
    `There is no remote.json in ${folder}. Build the remote first: npx funnel-remote build${option}`,
  );
}

/** Fails for a build that the platform would reject, and warns of what a release manager can override. Resolves to what is passed. */
async function requirePublishable({ log }: Surroundings, folder: string): Promise<string> {
  const { rejected, overridable } = await checkBuild(folder);
  if (rejected.length > 0) throw new ProjectError(rejected.join('\n'));
  for (const reason of overridable)
    log(`Warning: ${reason} Otherwise a set with it goes live only if a release manager overrides this.`);
  return overridable.length === 0 ? 'every gate is passed' : 'every gate is passed that cannot be overridden';
}

function readSetting({ environment }: Surroundings, name: string, example: string): string {
  const value = environment[name];
  if (!value) throw new InvalidArgumentError(`${name} is not set. Example: ${name}=${example}`);
  return value;
}

function readReleaseUrl(surroundings: Surroundings): string {
  const example = 'https://operators.example.com';
  const url = readSetting(surroundings, 'RELEASE_URL', example);
  if (isHttpUrl(url)) return url;
  throw new InvalidArgumentError(
    `RELEASE_URL must be an http or https URL, such as ${example}; got "${url}".`,
  );
}

function parseShell(text: string): URL {
  if (isHttpUrl(text)) return new URL(text);
  throw new InvalidArgumentError(
    'It must be a URL with http or https. Example: --shell http://localhost:4971',
  );
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a number from 1 to 65535. Example: --port 3100');
}

interface DevOptions {
  readonly shell: URL;
  readonly port: number;
  readonly allowWrites?: true;
}

/** Serves the remote in the live set of a product, and builds it again after each change. Resolves when it listens. */
async function develop({ root, log }: Surroundings, options: DevOptions): Promise<void> {
  const { shell, port, allowWrites: allowsWrites = false } = options;
  const cache = join(root, '.cache/funnel-remote/dev');
  const folder = join(cache, 'build');
  const product = await openProduct(shell, join(cache, 'product'));
  const since = Date.now();
  log(summary(await build(root, { dir: folder })));
  const server = await startDevServer({ product, folder, port, allowsWrites });
  const sources = { folders: [join(root, 'src')], files: [join(root, 'remote.config.ts')], since };
  watchFiles(sources, async () => {
    try {
      log(summary(await build(root, { dir: folder })));
      server.reload();
    } catch (error) {
      log(String(error));
    }
  });
  const writes = allowsWrites ? 'Writes reach it' : 'Nothing is written there';
  log(`http://localhost:${port} shows the live set of ${product.origin} with this remote. ${writes}.`);
}

const environmentHelp = `
Environment of publish:
  RELEASE_URL     URL of the operators' listener, such as https://operators.example.com
  OPERATOR_TOKEN  a token that may publish this remote. A workflow with the permission id-token: write needs none

Exit status: 0 done, 1 rejected or failed, 2 usage.`;

/**
 * Creates the command line of `funnel-remote`. Actions throw `ProjectError`, `ProductError`, `PortError` or `ReleaseError`, and
 * `InvalidArgumentError` for a wrong setting.
 */
export function createProgram(surroundings: Surroundings): Command {
  const { root, log } = surroundings;
  const program = new Command('funnel-remote')
    .description('Develops, builds, checks, packs and publishes the remote in the working directory.')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .showHelpAfterError()
    .addHelpText('after', environmentHelp);
  const dir = ['--dir <folder>', 'folder of the build', defaultDir] as const;
  const sourceMaps = [
    '--source-maps <folder>',
    'also write source maps, which are never published, into <folder>/<version>',
  ] as const;

  program
    .command('build')
    .description('Checks the types and writes the build, with its remote.json.')
    .option(...dir)
    .option(...sourceMaps)
    .action(async (options: BuildOptions) => log(summary(await build(root, options))));

  program
    .command('check')
    .description('Builds, and runs the gates that the platform runs before this build may go live.')
    .option(...dir)
    .option(...sourceMaps)
    .action(async (options: BuildOptions) => {
      const manifest = await build(root, options);
      const folder = resolve(root, options.dir);
      const { rejected, overridable } = await checkBuild(folder);
      const findings = [...rejected, ...overridable];
      if (findings.length > 0) throw new ProjectError(findings.join('\n'));
      reportPassed(surroundings, manifest, folder);
    });

  program
    .command('pack')
    .description('Describes the output of any bundler: prerenders the first screens and writes remote.json.')
    .option(...dir)
    .option('--entry <file>', 'file that defines the container', 'remoteEntry.js')
    .option('--preload <file...>', 'other files that the first screen needs, most urgent first', [])
    .action(
      async (options: {
        readonly dir: string;
        readonly entry: string;
        readonly preload: readonly string[];
      }) => {
        const folder = resolve(root, options.dir);
        if (!existsSync(resolve(folder, options.entry)))
          throw new ProjectError(
            `There is no ${options.entry} in ${folder}. Build the remote with its bundler first, or name the file that defines the container: --entry FILE`,
          );
        const files = { entry: options.entry, exposed: options.preload, languages: {} };
        const manifest = await describeBuild({ ...(await readProject(root)), folder }, files);
        const passed = await requirePublishable(surroundings, folder);
        reportPassed(surroundings, manifest, folder, passed);
      },
    );

  program
    .command('dev')
    .description(
      'Shows this remote in the live set of a running product, and builds it again after each change.',
    )
    .requiredOption('--shell <url>', 'URL of the product, such as https://quiz.example.com', parseShell)
    .option('--port <number>', 'port on this machine', parsePort, 3100)
    .option('--allow-writes', 'send leads, checkouts and events to the product')
    .action((options: DevOptions) => develop(surroundings, options));

  program
    .command('publish')
    .description('Stores the build under its version. It is safe to repeat, and does not go live.')
    .option(...dir)
    .action(async (options: { readonly dir: string }) => {
      const folder = resolve(root, options.dir);
      const url = readReleaseUrl(surroundings);
      requireBuild(root, options.dir);
      await requirePublishable(surroundings, folder);
      const { environment } = surroundings;
      const token =
        environment['OPERATOR_TOKEN'] ||
        ((await requestIdentityToken(environment, url)) ??
          readSetting(surroundings, 'OPERATOR_TOKEN', 'the token that you were given'));
      const { name, version, outcome } = await publishBuild({ url, token }, folder);
      log(`${outcome === 'published' ? 'published' : 'already published, unchanged:'} ${name}@${version}`);
    });

  program
    .command('where')
    .description(
      'States the place in the sources of places in a published script, as the console shows them.',
    )
    .argument('<place...>', 'such as /remotes/mfe-quiz/1.1.0/remote.1a2b3c4d.js:1:2345')
    .option('--source-maps <folder>', 'folder that build or check has written', 'source-maps')
    .action(async (places: readonly string[], options: { readonly sourceMaps: string }) => {
      const { definition } = await readProject(root);
      for (const place of places)
        log(originalPlace(place, definition.name, resolve(root, options.sourceMaps)));
    });
  return program;
}
