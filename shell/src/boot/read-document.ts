import type { PublicConfig } from '@funnel/contracts/api';
import { isPublicConfig } from '@funnel/contracts/guards/public-config';
import { isReleaseNames, isReleaseSet } from '@funnel/contracts/guards/release-set';
import type { ReleasedRemote, ReleaseSet } from '@funnel/contracts/release';

/** The part of `document` that finds elements. */
interface Elements {
  getElementById(id: string): { readonly textContent: string } | null;
}

/** The data that the service inlined in an element, or null if it is missing or not JSON. */
function readJson(document: Elements, id: string): unknown {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
  } catch {
    return null;
  }
}

/** Reads the release set and the settings that the service inlined in the page. Throws if either is damaged. */
export function readDocument(document: Elements): { set: ReleaseSet; config: PublicConfig } {
  const set = readJson(document, 'release-set');
  if (!isReleaseSet(set)) throw new Error('the release set of the page is damaged');
  const config = readJson(document, 'public-config');
  if (!isPublicConfig(config)) throw new Error('the settings of the page are damaged');
  const { remotesOrigin } = config;
  return { set: remotesOrigin === undefined ? set : withRemotesAt(remotesOrigin, set), config };
}

/** The set with the files of its remotes at another origin. */
function withRemotesAt(origin: string, set: ReleaseSet): ReleaseSet {
  const moved = (remote: ReleasedRemote) => ({ ...remote, base: origin + remote.base });
  return { ...set, remotes: set.remotes.map(moved), previous: set.previous.map(moved) };
}

/** Reads the ids that reports carry, empty if the release set is damaged. Never throws, so a failed start is reported too. */
export function readRelease(document: Elements): { setId: string; shellVersion: string } {
  const names = readJson(document, 'release-set');
  return isReleaseNames(names)
    ? { setId: names.id, shellVersion: names.shell }
    : { setId: '', shellVersion: '' };
}

/** Reads the origin of the remotes' files, empty if it is the page's own. Never throws. */
export function readRemotesOrigin(document: Elements): string {
  const config = readJson(document, 'public-config');
  return isPublicConfig(config) ? (config.remotesOrigin ?? '') : '';
}
