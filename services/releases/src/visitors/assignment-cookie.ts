import { signValue, readSignedValue } from '@funnel/service-kit/signed-value';

export const assignmentCookie = 'release';

/** The release set that is assigned to a visit. */
export interface AssignedSet {
  readonly setId: string;
  /** The time of the visitor's last request, or 0 if they have finished the funnel. */
  readonly seenAtMs: number;
  /** The visit that the set is assigned to. Without it, one cookie would be valid for any number of visits. */
  readonly visitId: string;
  /** Whether the service has sent this visit a document of the set. */
  readonly hasDocument?: boolean;
}

const documentMark = 'document';

export const signAssignment = (
  { setId, seenAtMs, visitId, hasDocument = false }: AssignedSet,
  secret: string,
): string =>
  signValue(assignmentCookie, [setId, seenAtMs, visitId, ...(hasDocument ? [documentMark] : [])], secret);

/** Returns null if the text is forged or damaged. */
export function readAssignment(text: string | undefined, secret: string): AssignedSet | null {
  const [setId, seenAt, visitId, mark] = readSignedValue(assignmentCookie, text, secret) ?? [];
  return setId && seenAt && visitId
    ? { setId, seenAtMs: Number(seenAt), visitId, hasDocument: mark === documentMark }
    : null;
}
