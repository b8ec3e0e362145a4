import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import { versionedName, type Manifest, type RemoteManifest } from '@funnel/contracts/release';

import { checkCss } from './check-css.ts';
import { checkHtml } from './check-html.ts';
import { isCleanFilePath, isCleanPagePath } from './clean-paths.ts';
import { fileTypeFinding } from './file-types.ts';

/** Maximum length of one screen, layout or style sheet. Parsing blocks the thread that handles visitors' requests. */
const maxChars = 128 * 1024;
const maxScreens = 200;

/** The first screens of a remote in all its languages; `locale` is null for English. */
export const allFirstScreens = ({ firstScreens, locales = {} }: RemoteManifest) => [
  ...firstScreens.map((screen) => ({ ...screen, locale: null })),
  ...Object.entries(locales).flatMap(([locale, translated]) =>
    translated.firstScreens.map((screen) => ({ ...screen, locale })),
  ),
];

function markupOf(manifest: Manifest): { readonly where: string; readonly html: string }[] {
  if (manifest.kind === 'shell') {
    const layouts = Object.entries(manifest.frames).map(([key, html]) => ({
      where: `The layout ${key}`,
      html,
    }));
    const translated = Object.entries(manifest.locales ?? {}).flatMap(([locale, { frames }]) =>
      Object.entries(frames).map(([key, html]) => ({ where: `The layout ${key} (${locale})`, html })),
    );
    return [...layouts, ...translated];
  }
  return allFirstScreens(manifest).map(({ path, locale, html }) => ({
    where: `The first screen of ${path}${locale === null ? '' : ` (${locale})`}`,
    html,
  }));
}

async function markupFindings(manifest: Manifest): Promise<string[]> {
  const isShell = manifest.kind === 'shell';
  const owner = {
    isShell,
    base: isShell ? `/assets/${manifest.version}/` : `/remotes/${manifest.name}/${manifest.version}/`,
  };
  const markup = markupOf(manifest);
  if (markup.length > maxScreens)
    return [`It has ${markup.length} first screens or layouts; ${maxScreens} is the limit.`];
  const style = `The CSS of the ${isShell ? 'layout' : 'first screens'}`;
  const checks = [
    ...markup.map(({ where, html }) => ({ where, text: html, check: checkHtml })),
    { where: style, text: manifest.css, check: checkCss },
  ];
  const findings: string[] = [];
  for (const { where, text, check } of checks) {
    await yieldToEventLoop();
    const finding =
      text.length > maxChars ? `has more than ${maxChars} characters` : await check(text, owner);
    if (finding !== null) findings.push(`${where} ${finding}.`);
  }
  return findings;
}

function pathFindings(manifest: Manifest): string[] {
  const files = Object.keys(manifest.files)
    .filter((path) => !isCleanFilePath(path))
    .map((path) => `The file path ${path} is not a clean relative path.`);
  if (manifest.kind === 'shell') return files;
  const { paths, screens } = manifest;
  const pages = [
    ...paths,
    ...screens,
    ...allFirstScreens(manifest).flatMap(({ path, topBar }) => [
      path,
      ...(topBar.back ? [topBar.back.to] : []),
    ]),
  ].filter((path) => !isCleanPagePath(path));
  return [
    ...files,
    ...[...new Set(pages)].map(
      (path) => `${path} is not a path that a remote may use: it is reserved, or not canonical.`,
    ),
  ];
}

function containerFindings(manifest: Manifest): string[] {
  if (manifest.kind === 'shell') return [];
  const own = versionedName(manifest.name, manifest.version);
  return manifest.container === own
    ? []
    : [`The container ${manifest.container} does not belong to it; its own is ${own}.`];
}

const typeFindings = ({ files }: Manifest): string[] =>
  Object.entries(files).flatMap(([path, { type }]) => fileTypeFinding(path, type) ?? []);

/** Describes types of files, paths and a container that a build may not have, without reading its markup. */
export const manifestFindings = (manifest: Manifest): string[] => [
  ...typeFindings(manifest),
  ...pathFindings(manifest),
  ...containerFindings(manifest),
];

const cache = new WeakMap<Manifest, readonly string[]>();

/** Describes disallowed content of a build. The result is cached per manifest, because manifests never change. */
export async function contentFindings(manifest: Manifest): Promise<readonly string[]> {
  const findings = cache.get(manifest) ?? [
    ...manifestFindings(manifest),
    ...(await markupFindings(manifest)),
  ];
  cache.set(manifest, findings);
  return findings;
}
