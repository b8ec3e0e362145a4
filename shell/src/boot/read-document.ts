import { publicConfigSchema, type PublicConfig } from '@funnel/contracts/api';
import { releaseSetSchema, type ReleaseSet } from '@funnel/contracts/release';

const readJson = (document: Document, id: string): unknown =>
  JSON.parse(document.getElementById(id)?.textContent ?? 'null');

/** The release set and the settings that the service put into the page. Throws when they are damaged. */
export function readDocument(document: Document): { set: ReleaseSet; config: PublicConfig } {
  return {
    set: releaseSetSchema.parse(readJson(document, 'release-set')),
    config: publicConfigSchema.parse(readJson(document, 'public-config')),
  };
}
