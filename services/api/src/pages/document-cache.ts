import type { ArmSettings } from '@funnel/contracts/experiments';
import type { Currency } from '@funnel/contracts/money';
import { ownerOf } from '@funnel/contracts/release';
import type { ComposedSet } from '@funnel/releases/visitors/compose-set';

import type { AppContext } from '../platform/app-context.ts';
import { composeDocument } from './compose-document.ts';
import { encodable } from './compression.ts';
import { documentHeaders } from './document-headers.ts';
import { publicConfig } from './public-config.ts';

/** The inputs of a document besides its path. */
interface DocumentVariant {
  readonly locale: string;
  readonly currency: Currency;
  readonly asksConsent: boolean;
  /** What the arms of the visit's experiments replace. */
  readonly armSettings: ArmSettings;
}

/** Composes each document of a release set once. */
export function createDocumentCache({ config }: AppContext) {
  const compose = (release: ComposedSet, path: string, variant: DocumentVariant) => {
    const settings = publicConfig(config, variant.currency, variant.armSettings);
    const origin = config.PUBLIC_URL;
    const { html, styles, status } = composeDocument(release, path, settings, { ...variant, origin });
    const headers = { ...documentHeaders(styles, settings), 'Content-Language': variant.locale };
    return { status, headers, encoded: encodable(Buffer.from(html)) };
  };
  const documentsBySet = new WeakMap<ComposedSet, Map<string, ReturnType<typeof compose>>>();

  return (release: ComposedSet, path: string, variant: DocumentVariant) => {
    const documentsByKey = documentsBySet.get(release) ?? new Map<string, ReturnType<typeof compose>>();
    documentsBySet.set(release, documentsByKey);
    // All paths without an owner share one document, so that clients cannot fill the memory with them.
    const key = `${variant.locale} ${variant.currency} ${variant.asksConsent} ${JSON.stringify(variant.armSettings)} ${ownerOf(release.set, path) ? path : ''}`;
    const document = documentsByKey.get(key) ?? compose(release, path, variant);
    documentsByKey.set(key, document);
    return document;
  };
}
