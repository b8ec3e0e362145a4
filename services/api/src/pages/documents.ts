import type { Currency } from '@funnel/contracts/money';
import { ownerOf } from '@funnel/contracts/release';
import type { ComposedSet } from '@funnel/releases/visitors/compose-set';

import type { AppContext } from '../platform/app-context.ts';
import { encodable } from './compression.ts';
import { documentHeaders } from './document-headers.ts';
import { composeDocument } from './document.ts';
import { publicConfig } from './public-config.ts';

/** The inputs of a document besides its path. */
interface Reader {
  readonly currency: Currency;
  readonly asksConsent: boolean;
}

/** Composes each document of a release set once. */
export function documents({ config }: AppContext) {
  const compose = (release: ComposedSet, path: string, { currency, asksConsent }: Reader) => {
    const settings = publicConfig(config, currency);
    const { html, style, status } = composeDocument(release, path, settings, asksConsent);
    return { status, headers: documentHeaders(style, settings), encoded: encodable(Buffer.from(html)) };
  };
  const documentsBySet = new WeakMap<ComposedSet, Map<string, ReturnType<typeof compose>>>();

  return (release: ComposedSet, path: string, reader: Reader) => {
    const documentsByKey = documentsBySet.get(release) ?? new Map<string, ReturnType<typeof compose>>();
    documentsBySet.set(release, documentsByKey);
    // All paths without an owner share one document, so that clients cannot fill the memory with them.
    const key = `${reader.currency} ${reader.asksConsent} ${ownerOf(release.set, path) ? path : ''}`;
    const document = documentsByKey.get(key) ?? compose(release, path, reader);
    documentsByKey.set(key, document);
    return document;
  };
}
