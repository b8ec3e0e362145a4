import type { ReleaseSet, RemoteManifest } from '@funnel/contracts/release';
import { toReleasedRemote } from '@funnel/release-kit/federation/released-remote';

import { reloadScript } from './page-reloader.ts';

/** The version of a remote under development, which is never published. */
export const localVersion = '0.0.0+local';

/** Replaces one remote of a set by the local build. All others stay as they are. */
export function replaceInSet(set: ReleaseSet, manifest: RemoteManifest): ReleaseSet {
  const local = toReleasedRemote({ ...manifest, version: localVersion });
  const isOther = ({ name }: { readonly name: string }) => name !== manifest.name;
  const remotes = set.remotes.some((remote) => !isOther(remote))
    ? set.remotes.map((remote) => (isOther(remote) ? remote : local))
    : [...set.remotes, local];
  // Developers must see failures instead of fallbacks.
  return { ...set, isPreview: true, remotes, previous: set.previous.filter(isOther) };
}

/** The set in a page of the product, in a data block of JSON without `<`. */
const setBlock = /(<script type="application\/json" id="release-set">)([^<]*)(<\/script>)/;

/** The JSON of the release set in a page of the product, or null. */
export const setInPage = (html: string): string | null => setBlock.exec(html)?.[2] ?? null;

/** The setting with the origin of the remotes' files, in the settings of a page. */
const originSetting = /"remotesOrigin":"([^"]*)",?/;

/** Makes a page of the product request the files of remotes from its own origin, where this server has them. */
function withOwnFiles(html: string): string {
  const origin = originSetting.exec(html)?.[1];
  return origin === undefined
    ? html
    : html.replace(originSetting, '').replaceAll(`href="${origin}/remotes/`, 'href="/remotes/');
}

/** Replaces a remote in the set of a page. The page keeps the prerendered screen until the local remote has loaded. */
export function replaceInPage(html: string, manifest: RemoteManifest): string {
  const preloads = new RegExp(`<link rel="preload"[^>]* href="/remotes/${manifest.name}/[^>]*>`, 'g');
  const page = withOwnFiles(html)
    .replaceAll(preloads, '')
    .replace(setBlock, (_, start: string, set: string, end: string) => {
      const replaced = JSON.stringify(replaceInSet(JSON.parse(set), manifest));
      return start + replaced.replaceAll('<', '\\u003c') + end;
    });
  return page + reloadScript;
}
