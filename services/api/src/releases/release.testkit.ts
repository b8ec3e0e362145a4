import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';

import {
  versionedName,
  type Manifest,
  type RemoteManifest,
  type ShellManifest,
} from '@funnel/contracts/release';
import { publishBuild, type ReleaseClient } from '@funnel/release-kit/client/publish-client';

import { testOperatorToken, type TestApp } from '../platform/service.testkit.ts';

/** A build as it is stored in a folder: the content of its `remote.json`, and the text of its files. */
export interface TestBuild<M extends Manifest = Manifest> {
  readonly manifest: M;
  readonly texts: Readonly<Record<string, string>>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};
const typeOf = (path: string) => types[extname(path)] ?? 'text/javascript; charset=utf-8';
export const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

const describeTexts = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [
      path,
      { integrity: integrityOf(text), bytes: Buffer.byteLength(text), type: typeOf(path) },
    ]),
  );

export function testRemote(
  name: string,
  version: string,
  over: Partial<RemoteManifest> = {},
): TestBuild<RemoteManifest> {
  const code = `/* ${name}@${version} */\n`;
  const container = versionedName(name, version);
  const texts = {
    'remoteEntry.js': `${code}var ${container};${' '.repeat(200)}`,
    'remote.1.js': `${code}run();`,
    'remote.1.css': `${code}p{}`,
  };
  const manifest: RemoteManifest = {
    kind: 'remote',
    name,
    version,
    container,
    entry: 'remoteEntry.js',
    contract: 1,
    react: '^19.0.0',
    paths: [],
    widgets: [],
    screens: [],
    preload: ['remoteEntry.js', 'remote.1.js', 'remote.1.css'],
    files: describeTexts(texts),
    firstScreens: [],
    css: '',
    ...over,
  };
  return { manifest, texts };
}

export function testShell(version: string, over: Partial<ShellManifest> = {}): TestBuild<ShellManifest> {
  const texts = { 'shell.js': `/* shell@${version} */ start();`, 'favicon.1a2b.svg': '<svg/>' };
  const manifest: ShellManifest = {
    kind: 'shell',
    name: 'shell',
    version,
    contracts: [1],
    react: '19.3.1',
    entry: 'shell.js',
    files: describeTexts(texts),
    css: 'body{margin:0}',
    frames: {
      bar: '<header></header><main id="stage">{{screen}}</main>',
      'bar-back-counter-progress':
        '<header><a href="{{back}}">Back</a>{{counter}}<progress max="100" value="{{progress}}"></progress></header><main id="stage">{{screen}}</main>',
    },
    state: testState('goal'),
    ...over,
  };
  return { manifest, texts };
}

/**
 * The state formats of a shell that writes the visitor's only answer under `key`, and reads it from there and from
 * `others`.
 */
export function testState(key: string, ...others: string[]): NonNullable<ShellManifest['state']> {
  const texts = (name: string) => ({ [name]: 'Vacation' });
  return { writes: texts(key), reads: [key, ...others].map((name) => ({ texts: texts(name), lost: [] })) };
}

/** Returns the build with additional or replaced files. */
export function withFiles<M extends Manifest>(
  build: TestBuild<M>,
  texts: Record<string, string>,
): TestBuild<M> {
  const files = { ...build.manifest.files, ...describeTexts(texts) };
  return { manifest: { ...build.manifest, files }, texts: { ...build.texts, ...texts } };
}

export const testQuiz = (
  version: string,
  { paths = ['/', '/goal'], ...over }: Partial<RemoteManifest> = {},
) =>
  testRemote('mfe-quiz', version, {
    paths,
    firstScreens: [
      {
        path: '/',
        title: `Quiz ${version}`,
        topBar: { back: null, counter: null, progress: null, hidden: false },
        html: `<h1>Quiz ${version}</h1>`,
      },
    ],
    titles: paths.includes('/goal') ? { '/goal': 'Which goal?' } : {},
    css: 'h1{margin:0}',
    ...over,
  });
export const testPricing = (version: string) => testRemote('mfe-pricing', version, { paths: ['/final'] });
export const testCheckout = (version: string) =>
  testRemote('mfe-checkout', version, {
    paths: ['/checkout', '/payment-success'],
    widgets: ['payment-form'],
  });

/** Writes the build into a new folder, as a build does. */
export function writeBuild({ manifest, texts }: TestBuild): string {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-build-'));
  for (const [path, text] of Object.entries({ ...texts, 'remote.json': JSON.stringify(manifest) })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export const clientOf = ({ operatorsOrigin }: TestApp): ReleaseClient => ({
  url: operatorsOrigin,
  token: testOperatorToken,
});

/** Publishes a build from a temporary folder. */
export async function publishTestBuild(client: ReleaseClient, build: TestBuild) {
  const folder = writeBuild(build);
  try {
    return await publishBuild(client, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const publishTest = (app: TestApp, build: TestBuild) => publishTestBuild(clientOf(app), build);

/** Publishes version 1.0.0 of every app, without promoting them. */
export async function publishProduct(app: TestApp): Promise<string[]> {
  const builds = [testShell('1.0.0'), testQuiz('1.0.0'), testPricing('1.0.0'), testCheckout('1.0.0')];
  for (const build of builds) await publishTest(app, build);
  return builds.map(({ manifest }) => `${manifest.name}@${manifest.version}`);
}
