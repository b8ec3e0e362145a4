import type { PublicConfig } from '@funnel/contracts/api';
import { documentTitle } from '@funnel/contracts/brand';
import {
  layoutKey,
  ownerOf,
  type Manifest,
  type ReleaseSet,
  type RemoteManifest,
  type ShellManifest,
  type TopBar,
  waitingLayout,
} from '@funnel/contracts/release';
import { integrityOf } from '@funnel/release-kit/federation/integrity';
import { remoteBase } from '@funnel/release-kit/federation/released-remote';
import type { ComposedSet } from '@funnel/releases/visitors/compose-set';

import { brandLinks } from './brand-files.ts';
import { earlyPressScript } from './early-press.ts';
import { escapeCss, escapeHtml, escapeJson } from './escaping.ts';

const emptyBar: TopBar = { back: null, counter: null, progress: null, hidden: false };

interface Screen {
  readonly topBar: TopBar;
  readonly title: string;
  readonly html: string;
}

/** The languages of the pages of a set. The shell decides, because its layout is around every screen. */
export const localesOf = ({ shell }: Pick<ComposedSet, 'shell'>): readonly string[] => [
  'en',
  ...Object.keys(shell.locales ?? {}),
];

/**
 * The first screen of a path in the language of the page. A remote without the language shows its English screen, marked
 * as English by the element that the shell also renders around it.
 */
function findScreen(manifest: RemoteManifest | undefined, path: string, locale: string): Screen | undefined {
  const isAt = (screen: { readonly path: string }) => screen.path === path;
  const translated = manifest?.locales?.[locale];
  const english = manifest?.firstScreens.find(isAt);
  if (locale === 'en' || !english) return english;
  return translated
    ? translated.firstScreens.find(isAt)
    : { ...english, html: `<div lang="en">${english.html}</div>` };
}

/** Renders the shell's layout around a screen and fills its slots. A shell without this layout uses its plain bar. */
function renderLayout(
  shell: ShellManifest,
  screen: Screen | undefined,
  locale: string,
  hasConsentBanner: boolean,
): string {
  const frames = shell.locales?.[locale]?.frames ?? shell.frames;
  const bar = screen?.topBar ?? emptyBar;
  // The banner is part of the layout, so that it never shifts a screen. Without a screen, the scripts render both
  // together.
  const key = screen ? layoutKey(bar, hasConsentBanner) : waitingLayout;
  const frame = frames[key] ?? frames[layoutKey(bar)] ?? frames[layoutKey(emptyBar)] ?? '{{screen}}';
  const [step = '', steps = ''] = escapeHtml(bar.counter ?? '').split(' / ');
  const slots: Readonly<Record<string, string>> = {
    '{{back}}': escapeHtml(bar.back?.to ?? ''),
    '{{step}}': step,
    '{{steps}}': steps,
    '{{counter}}': escapeHtml(bar.counter ?? ''),
    '{{progress}}': String(bar.progress ?? 0),
    '{{screen}}': screen?.html ?? '',
  };
  // Replaces in one pass, so that inserted values are not searched for slots.
  return frame.replace(/\{\{\w+\}\}/g, (slot) => slots[slot] ?? slot);
}

const integrityAttributes = (integrity: string) => `integrity="${integrity}" crossorigin="anonymous"`;

function preload(manifest: Manifest, base: string, path: string): string {
  const file = manifest.files[path];
  if (!file) return '';
  const as = file.type.startsWith('text/css') ? 'style' : 'script';
  // A browser uses a preloaded file only if it is then loaded in the same way. The shell adds hashes to the files of remotes,
  // and webpack loads those of the shell without.
  const mode = manifest.kind === 'remote' ? `${integrityAttributes(file.integrity)} ` : '';
  return `<link rel="preload" as="${as}" href="${base}${path}" ${mode}fetchpriority="low">`;
}

/** The links that preload the files of a build, and of its texts in the language of the page, except for the `inlined` one. */
function preloads(manifest: Manifest, base: string, locale: string, inlined?: string): readonly string[] {
  const code = manifest.kind === 'remote' ? manifest.preload : [];
  const texts = manifest.locales?.[locale]?.preload ?? [];
  return [...code, ...texts].filter((path) => path !== inlined).map((path) => preload(manifest, base, path));
}

/**
 * The path of the style sheet that the document contains whole, as the style of the remote's first screens. It needs a hash in
 * its name, because under a name without one another remote or version may have a different sheet, which would then not be
 * loaded.
 */
function wholeSheet({ css, files, preload }: RemoteManifest): string | undefined {
  const integrity = integrityOf(css);
  return preload.find((path) => /\.[0-9a-f]{8,}\.css$/.test(path) && files[path]?.integrity === integrity);
}

/** The set as a page in this language needs it: without the hashes of files in other languages, which it never loads. */
function setInLanguage({ set, remotes }: ComposedSet, locale: string): ReleaseSet {
  const inOtherLanguages = new Set(
    remotes.flatMap((manifest) =>
      Object.entries(manifest.locales ?? {})
        .filter(([language]) => language !== locale)
        .flatMap(([, { preload }]) => preload)
        .filter(
          (path) => ![...manifest.preload, ...(manifest.locales?.[locale]?.preload ?? [])].includes(path),
        )
        .map((path) => remoteBase(manifest) + path),
    ),
  );
  const ownHashes = (integrity: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(integrity).filter(([path]) => !inOtherLanguages.has(path)));
  return {
    ...set,
    remotes: set.remotes.map((remote) => ({ ...remote, integrity: ownHashes(remote.integrity) })),
  };
}

interface Document {
  readonly html: string;
  /** The texts of its style elements. */
  readonly styles: readonly string[];
  readonly status: 200 | 404;
}

/**
 * Composes the page for a path: the shell's layout, the prerendered first screen of the owning remote, and the data
 * that the scripts need, in one of the set's `localesOf`. A path without an owner gets the same page without a screen and with status 404.
 */
export function composeDocument(
  composed: ComposedSet,
  path: string,
  config: PublicConfig,
  {
    locale,
    hasConsentBanner,
    origin,
  }: {
    readonly locale: string;
    readonly hasConsentBanner: boolean;
    /** The visitors' origin, if the service knows it. */
    readonly origin?: string | undefined;
  },
): Document {
  const { set, shell, remotes } = composed;
  const owner = ownerOf(set, path);
  const manifest = remotes.find(({ name }) => name === owner?.name);
  const screen = findScreen(manifest, path, locale);
  const shellStyle = escapeCss(shell.css);
  const screenStyle = screen && manifest?.css ? escapeCss(manifest.css) : null;
  const sheet = screenStyle !== null && manifest ? wholeSheet(manifest) : undefined;
  // Webpack's loader of style sheets takes an element with this name for the sheet, and does not load the file.
  const sheetName = sheet === undefined ? '' : ` data-href="${sheet}"`;
  const script = shell.files[shell.entry];
  const remotesOrigin = config.remotesOrigin ?? '';
  const assets = `/assets/${shell.version}/`;

  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeHtml(documentTitle(screen?.title ?? ''))}</title>`,
    '<meta name="theme-color" content="#FBFAF7">',
    ...brandLinks(shell, locale, origin),
    `<style>${shellStyle}</style>`,
    screenStyle === null ? '' : `<style${sheetName}>${screenStyle}</style>`,
    `<script src="${assets}${shell.entry}" ${integrityAttributes(script?.integrity ?? '')} defer></script>`,
  ].join('');
  // Shells without this layout are older than the script, and would not carry out the press.
  const holdsEarlyPresses = screen && waitingLayout in shell.frames;
  const body = [
    `<div id="root">${renderLayout(shell, screen, locale, hasConsentBanner)}</div>`,
    // Below the screen, whose first paint needs none of these files.
    ...preloads(shell, assets, locale),
    ...(manifest ? preloads(manifest, remotesOrigin + remoteBase(manifest), locale, sheet) : []),
    holdsEarlyPresses ? `<script>${earlyPressScript}</script>` : '',
    `<script type="application/json" id="release-set">${escapeJson(setInLanguage(composed, locale))}</script>`,
    `<script type="application/json" id="public-config">${escapeJson(config)}</script>`,
  ].join('');
  return {
    html: `<!doctype html><html lang="${locale}"><head>${head}</head><body>${body}</body></html>`,
    styles: screenStyle === null ? [shellStyle] : [shellStyle, screenStyle],
    status: owner ? 200 : 404,
  };
}
