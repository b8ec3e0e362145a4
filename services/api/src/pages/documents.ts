import type { Currency } from '@funnel/contracts/money';
import { ownerOf } from '@funnel/contracts/release';
import type { ComposedSet } from '@funnel/releases/visitors/compose-set';

import type { AppContext } from '../platform/app-context.ts';
import { encodable } from './compression.ts';
import { documentHeaders } from './document-headers.ts';
import { composeDocument } from './document.ts';
import { publicConfig } from './public-config.ts';

/** What a document depends on beside its path. */
interface Reader {
  readonly currency: Currency;
  readonly asksConsent: boolean;
}

/** Composes each document of a release once. */
export function documents({ config }: AppContext) {
  const compose = (release: ComposedSet, path: string, { currency, asksConsent }: Reader) => {
    const settings = publicConfig(config, currency);
    const { html, style, status } = composeDocument(release, path, settings, asksConsent);
    return { status, headers: documentHeaders(style, settings), encoded: encodable(Buffer.from(html)) };
  };
  const known = new WeakMap<ComposedSet, Map<string, ReturnType<typeof compose>>>();

  return (release: ComposedSet, path: string, reader: Reader) => {
    const ofRelease = known.get(release) ?? new Map<string, ReturnType<typeof compose>>();
    known.set(release, ofRelease);
    // All paths without an owner have one document, so that nobody can fill the memory with them.
    const key = `${reader.currency} ${reader.asksConsent} ${ownerOf(release.set, path) ? path : ''}`;
    const document = ofRelease.get(key) ?? compose(release, path, reader);
    ofRelease.set(key, document);
    return document;
  };
}
