import type { PublicConfig } from '@funnel/contracts/api';
import { documentTitle } from '@funnel/contracts/brand';
import {
  layoutKey,
  ownerOf,
  type RemoteManifest,
  type ShellManifest,
  type TopBar,
} from '@funnel/contracts/release';
import { remoteBase, type ComposedSet } from '@funnel/releases/visitors/compose-set';

import { escapeCss, escapeHtml, escapeJson } from './escaping.ts';

const emptyBar: TopBar = { back: null, counter: null, progress: null, hidden: false };

/** Renders the shell's layout around a screen and fills its slots. A shell without this layout uses its plain bar. */
function renderLayout(
  { frames }: ShellManifest,
  screen: RemoteManifest['firstScreens'][number] | undefined,
  asksConsent: boolean,
): string {
  const bar = screen?.topBar ?? emptyBar;
  // The banner is part of the layout, so that it never shifts a screen. Without a screen, the scripts render both
  // together.
  const key = layoutKey(bar, asksConsent && screen !== undefined);
  const frame = frames[key] ?? frames[layoutKey(bar)] ?? frames[layoutKey(emptyBar)] ?? '{{screen}}';
  const slots: Readonly<Record<string, string>> = {
    '{{back}}': escapeHtml(bar.back?.to ?? ''),
    '{{counter}}': escapeHtml(bar.counter ?? ''),
    '{{progress}}': String(bar.progress ?? 0),
    '{{screen}}': screen?.html ?? '',
  };
  // Replaces in one pass, so that inserted values are not searched for slots.
  return frame.replace(/\{\{\w+\}\}/g, (slot) => slots[slot] ?? slot);
}

const integrityAttributes = (integrity: string) => `integrity="${integrity}" crossorigin="anonymous"`;

function preload(manifest: RemoteManifest, path: string): string {
  const file = manifest.files[path];
  if (!file) return '';
  const kind = file.type.startsWith('text/css') ? 'style' : 'script';
  return `<link rel="preload" as="${kind}" href="${remoteBase(manifest)}${path}" ${integrityAttributes(file.integrity)} fetchpriority="low">`;
}

interface Document {
  readonly html: string;
  /** The text of its only style element. */
  readonly style: string;
  readonly status: 200 | 404;
}

/** The path of the shell's icon among its files. Its name may contain a hash. */
export const iconOf = ({ files }: ShellManifest): string | undefined =>
  Object.keys(files).find((path) => /^favicon(\.\w+)?\.svg$/.test(path));

/**
 * Composes the page for a path: the shell's layout, the prerendered first screen of the owning remote, and the data
 * that the scripts need. A path without an owner gets the same page without a screen and with status 404.
 */
export function composeDocument(
  { set, shell, remotes }: ComposedSet,
  path: string,
  config: PublicConfig,
  asksConsent = false,
): Document {
  const owner = ownerOf(set, path);
  const manifest = remotes.find(({ name }) => name === owner?.name);
  const screen = manifest?.firstScreens.find((drawn) => drawn.path === path);
  const style = escapeCss(shell.css + (screen ? (manifest?.css ?? '') : ''));
  const script = shell.files[shell.entry];
  const icon = iconOf(shell)
    ? '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'
    : '<link rel="icon" href="data:,">';

  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeHtml(documentTitle(screen?.title ?? ''))}</title>`,
    '<meta name="theme-color" content="#FBFAF7">',
    icon,
    `<style>${style}</style>`,
    `<script src="/assets/${shell.version}/${shell.entry}" ${integrityAttributes(script?.integrity ?? '')} defer></script>`,
    ...(manifest?.preload.map((path) => preload(manifest, path)) ?? []),
  ].join('');
  const body = [
    `<div id="root">${renderLayout(shell, screen, asksConsent)}</div>`,
    `<script type="application/json" id="release-set">${escapeJson(set)}</script>`,
    `<script type="application/json" id="public-config">${escapeJson(config)}</script>`,
  ].join('');
  return {
    html: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
    style,
    status: owner ? 200 : 404,
  };
}
