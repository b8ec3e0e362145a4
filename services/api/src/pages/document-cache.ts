import type { ArmSettings } from '@funnel/contracts/experiments';
import type { Currency } from '@funnel/contracts/money';
import { ownerOf } from '@funnel/contracts/release';
import type { ComposedSet } from '@funnel/releases/visitors/compose-set';
import { LRUCache } from 'lru-cache';

import type { AppContext } from '../platform/app-context.ts';
import { composeDocument } from './compose-document.ts';
import { encodable } from './compression.ts';
import { documentHeaders } from './document-headers.ts';
import { publicConfig } from './public-config.ts';

/** The inputs of a document besides its path. */
interface DocumentVariant {
  readonly locale: string;
  readonly currency: Currency;
  readonly hasConsentBanner: boolean;
  /** What the arms of the visit's experiments replace. */
  readonly armSettings: ArmSettings;
}

/** Far more than the documents of a few sets take. The arms of many experiments can be combined in millions of ways. */
const maxCacheBytes = 32 * 1024 * 1024;
/** A document's compressed forms and its headers take about a third of its own bytes. */
const cachedBytesPerBodyByte = 1.3;

/** Composes each document of a release set once, as long as it is among those that were used last. */
export function createDocumentCache({ config }: AppContext) {
  const compose = (composed: ComposedSet, path: string, variant: DocumentVariant) => {
    const settings = publicConfig(config, variant.currency, variant.armSettings);
    const origin = config.PUBLIC_URL;
    const { html, styles, status } = composeDocument(composed, path, settings, { ...variant, origin });
    const headers = { ...documentHeaders(styles, settings), 'Content-Language': variant.locale };
    const body = Buffer.from(html);
    return {
      status,
      headers,
      encoded: encodable(body),
      bytes: Math.ceil(body.length * cachedBytesPerBodyByte),
    };
  };
  const documents = new LRUCache<string, ReturnType<typeof compose>>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const cacheIds = new WeakMap<ComposedSet, number>();
  let lastCacheId = 0;
  /** A set is composed again after a deployment, with other fallback versions, so its id does not identify its documents. */
  function cacheIdOf(composed: ComposedSet): number {
    const cacheId = cacheIds.get(composed) ?? ++lastCacheId;
    cacheIds.set(composed, cacheId);
    return cacheId;
  }

  return (composed: ComposedSet, path: string, variant: DocumentVariant) => {
    // All paths without an owner share one document, so that clients cannot displace the others with them.
    const key = `${cacheIdOf(composed)} ${variant.locale} ${variant.currency} ${variant.hasConsentBanner} ${JSON.stringify(variant.armSettings)} ${ownerOf(composed.set, path) ? path : ''}`;
    const known = documents.get(key);
    if (known) return known;
    const document = compose(composed, path, variant);
    documents.set(key, document);
    return document;
  };
}
