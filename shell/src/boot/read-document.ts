import { publicConfigSchema, type PublicConfig } from '@funnel/contracts/api';
import { releaseSetSchema, type ReleaseSet } from '@funnel/contracts/release';

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

/** As much of the release set as a report needs. Never throws: who cannot start must still be able to say so. */
export function readRelease(document: Elements): { setId: string; shellVersion: string } {
  try {
    const set: unknown = readJson(document, 'release-set');
    return { setId: textIn(set, 'id'), shellVersion: textIn(set, 'shell') };
  } catch {
    return { setId: '', shellVersion: '' };
  }
}

function textIn(set: unknown, field: string): string {
  const value: unknown = typeof set === 'object' && set !== null ? Reflect.get(set, field) : undefined;
  return typeof value === 'string' ? value : '';
}
