import { signValue, readSignedValue } from '@funnel/service-kit/signed-value';

export const releaseCookie = 'release';

/** The release set that the service gave a browser. */
export interface AssignedSet {
  readonly setId: string;
  /** When the visitor was last here; 0 where they have finished. */
  readonly seenAtMs: number;
  /** Whom it was given to. Without it one cookie would speak for any number of visits. */
  readonly visitId: string;
  /** Whether the service answered this visit with a document of the set. */
  readonly hasDocument?: boolean;
}

const documentMark = 'document';

export const sealGivenSet = (
  { setId, seenAtMs, visitId, hasDocument = false }: AssignedSet,
  secret: string,
): string =>
  signValue(releaseCookie, [setId, seenAtMs, visitId, ...(hasDocument ? [documentMark] : [])], secret);

/** Null where the text is forged or damaged. */
export function unsealGivenSet(text: string | undefined, secret: string): AssignedSet | null {
  const [setId, seenAt, visitId, mark] = readSignedValue(releaseCookie, text, secret) ?? [];
  return setId && seenAt && visitId
    ? { setId, seenAtMs: Number(seenAt), visitId, hasDocument: mark === documentMark }
    : null;
}
