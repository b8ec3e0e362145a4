import { publicConfigSchema, type PublicConfig } from '@funnel/contracts/api';
import { releaseNamesSchema, releaseSetSchema, type ReleaseSet } from '@funnel/contracts/release';

/** The part of `document` that finds elements. */
interface Elements {
  getElementById(id: string): { readonly textContent: string } | null;
}

const readJson = (document: Elements, id: string): unknown =>
  JSON.parse(document.getElementById(id)?.textContent ?? 'null');

/** Reads the release set and the settings that the service inlined in the page. Throws if either is damaged. */
export function readDocument(document: Elements): { set: ReleaseSet; config: PublicConfig } {
  return {
    set: releaseSetSchema.parse(readJson(document, 'release-set')),
    config: publicConfigSchema.parse(readJson(document, 'public-config')),
  };
}

/** Reads the ids that reports carry, empty if the release set is damaged. Never throws, so a failed start is reported too. */
export function readRelease(document: Elements): { setId: string; shellVersion: string } {
  try {
    const { id, shell } = releaseNamesSchema.parse(readJson(document, 'release-set'));
    return { setId: id, shellVersion: shell };
  } catch {
    return { setId: '', shellVersion: '' };
  }
}
