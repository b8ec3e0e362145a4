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
import { ProjectError } from '../project-error.ts';
import { buildRemote } from '../remote/build-remote.ts';
import { describeBuild } from '../remote/describe-build.ts';
import { typeErrors } from './check-types.ts';
import { requestIdentityToken } from './identity-token.ts';
import { originalPlace } from './original-place.ts';
import { readProject, readVersion, replaceFolder } from './project.ts';

interface CliEnvironment {
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
  { log, contracts }: CliEnvironment,
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

const buildCommand = (dir: string): string =>
  `npx funnel-remote build${dir === defaultDir ? '' : ` --dir ${quoted(dir)}`}`;

function requireBuild(root: string, dir: string): void {
  const folder = resolve(root, dir);
  if (existsSync(join(folder, 'remote.json'))) return;
  throw new ProjectError(
    `There is no remote.json in ${folder}. Build the remote first: ${buildCommand(dir)}`,
  );
}

/** Fails for a build of another version than that of `package.json`. The service would accept it, and say that it has it already. */
function requireSameVersion(root: string, dir: string): void {
  if (!existsSync(join(root, 'package.json'))) return;
  const current = readVersion(join(root, 'package.json'));
  const built = readVersion(resolve(root, dir, 'remote.json'));
  if (built !== current)
    throw new ProjectError(
      `${dir} has version ${built}, package.json has ${current}. Build it again (${buildCommand(dir)}, or your bundler and npx funnel-remote pack)`,
    );
}

/** Fails for a build that the platform would reject, and warns of what a release manager can override. Resolves to what is passed. */
async function requirePublishable({ log }: CliEnvironment, folder: string): Promise<string> {
  const { rejected, overridable } = await checkBuild(folder);
  if (rejected.length > 0) throw new ProjectError(rejected.join('\n'));
  for (const reason of overridable)
    log(`Warning: ${reason} Otherwise a set with it goes live only if a release manager overrides this.`);
  return overridable.length === 0 ? 'every gate is passed' : 'every gate is passed that cannot be overridden';
}

function readSetting({ environment }: CliEnvironment, name: string, example: string): string {
  const value = environment[name];
  if (!value) throw new InvalidArgumentError(`${name} is not set. Example: ${name}=${example}`);
  return value;
}

function readReleaseUrl(env: CliEnvironment): string {
  const example = 'https://operators.example.com';
  const url = readSetting(env, 'RELEASE_URL', example);
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

type LanguageFiles = Readonly<Record<string, readonly string[]>>;

function addLanguage(text: string, languages: LanguageFiles): LanguageFiles {
  const [, locale, file] = /^([a-z]{2})=(.+)$/.exec(text) ?? [];
  if (locale && file) return { ...languages, [locale]: [...(languages[locale] ?? []), file] };
  throw new InvalidArgumentError('It must be a language and a file. Example: --language de=de.js');
}

interface PackOptions {
  readonly dir: string;
  readonly entry: string;
  readonly preload: readonly string[];
  readonly language: LanguageFiles;
}

interface DevOptions {
  readonly shell: URL;
  readonly port: number;
  readonly allowWrites?: true;
}

/** Serves the remote in the live set of a product, and builds it again after each change. Resolves when it listens. */
async function develop({ root, log }: CliEnvironment, options: DevOptions): Promise<void> {
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
 * `InvalidArgumentError` for a wrong setting. Commander throws `CommanderError` after it has printed the help, or what is wrong with
 * the arguments.
 */
export function createProgram(env: CliEnvironment): Command {
  const { root, log } = env;
  const program = new Command('funnel-remote')
    .description('Develops, builds, checks, packs and publishes the remote in the working directory.')
    .exitOverride()
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
      reportPassed(env, manifest, folder);
    });

  program
    .command('pack')
    .description('Describes the output of any bundler: prerenders the first screens and writes remote.json.')
    .option(...dir)
    .option('--entry <file>', 'file that defines the container', 'remoteEntry.js')
    .option('--preload <file...>', 'other files that the first screen needs, most urgent first', [])
    .option('--language <language=file...>', 'files with the texts of other languages', addLanguage, {})
    .action(async (options: PackOptions) => {
      const folder = resolve(root, options.dir);
      if (!existsSync(resolve(folder, options.entry)))
        throw new ProjectError(
          `There is no ${options.entry} in ${folder}. Build the remote with its bundler first, or name the file that defines the container: --entry FILE`,
        );
      const files = {
        entry: options.entry,
        exposed: options.preload,
        languages: options.language,
        languageAdvice: (locale: string) =>
          `Name the file with the texts in "${locale}": --language ${locale}=FILE`,
      };
      const manifest = await describeBuild({ ...(await readProject(root)), folder }, files);
      const passed = await requirePublishable(env, folder);
      reportPassed(env, manifest, folder, passed);
    });

  program
    .command('dev')
    .description(
      'Shows this remote in the live set of a running product, and builds it again after each change.',
    )
    .requiredOption('--shell <url>', 'URL of the product, such as https://quiz.example.com', parseShell)
    .option('--port <number>', 'port on this machine', parsePort, 3100)
    .option('--allow-writes', 'send leads, checkouts and events to the product')
    .action((options: DevOptions) => develop(env, options));

  program
    .command('publish')
    .description('Stores the build under its version. It is safe to repeat, and does not go live.')
    .option(...dir)
    .action(async (options: { readonly dir: string }) => {
      const folder = resolve(root, options.dir);
      const url = readReleaseUrl(env);
      requireBuild(root, options.dir);
      await requirePublishable(env, folder);
      requireSameVersion(root, options.dir);
      const { environment } = env;
      const token =
        environment['OPERATOR_TOKEN'] ||
        ((await requestIdentityToken(environment, url)) ??
          readSetting(env, 'OPERATOR_TOKEN', 'the token that you were given'));
      const { name, version, outcome, warning } = await publishBuild({ url, token }, folder);
      log(`${outcome === 'published' ? 'published' : 'already published, unchanged:'} ${name}@${version}`);
      if (warning) log(`Warning: ${warning}`);
    });

  program
    .command('where')
    .description('Prints the source line for each place in a published script, as the console shows them.')
    .argument('<place...>', 'such as /remotes/mfe-quiz/1.1.0/remote.1a2b3c4d.js:1:2345')
    .option('--source-maps <folder>', 'folder that build or check has written', 'source-maps')
    .action(async (places: readonly string[], options: { readonly sourceMaps: string }) => {
      const { definition } = await readProject(root);
      for (const place of places)
        log(originalPlace(place, definition.name, resolve(root, options.sourceMaps)));
    });
  return program;
}
