import { publicConfigSchema, type PublicConfig } from '@funnel/contracts/api';
import { releaseNamesSchema, releaseSetSchema, type ReleaseSet } from '@funnel/contracts/release';

/** The part of `document` that finds elements. */
interface Elements {
  getElementById(id: string): { readonly textContent: string } | null;
}

const readJson = (document: Elements, id: string): unknown =>
  JSON.parse(document.getElementById(id)?.textContent ?? 'null');

/** The release set and the settings that the service put into the page. Throws when they are damaged. */
export function readDocument(document: Elements): { set: ReleaseSet; config: PublicConfig } {
  return {
    set: releaseSetSchema.parse(readJson(document, 'release-set')),
    config: publicConfigSchema.parse(readJson(document, 'public-config')),
  };
}

/** What a report says of the release. Never throws: who cannot start must still be able to say so. */
export function readRelease(document: Elements): { setId: string; shellVersion: string } {
  try {
    const { id, shell } = releaseNamesSchema.parse(readJson(document, 'release-set'));
    return { setId: id, shellVersion: shell };
  } catch {
    return { setId: '', shellVersion: '' };
  }
}
