import { signValue, readSignedValue } from '@funnel/service-kit/signed-value';

export const previewCookie = 'preview';

/** What somebody looks at before visitors do: a set that is published, or remotes on their own machine. */
export interface Preview {
  readonly kind: 'set' | 'local';
  /** The set's id; or the remotes, each as text without a dot. */
  readonly about: readonly string[];
  readonly expiresAt: number;
}

export const signPreview = ({ kind, about, expiresAt }: Preview, secret: string): string =>
  signValue(previewCookie, [expiresAt, kind, ...about], secret);

/** Null where the text is forged, damaged or expired. */
export function unsealPreview(text: string | undefined, secret: string, nowMs: number): Preview | null {
  const [expiresAt, kind, ...about] = readSignedValue(previewCookie, text, secret) ?? [];
  if ((kind !== 'set' && kind !== 'local') || !(Number(expiresAt) > nowMs)) return null;
  return { kind, about, expiresAt: Number(expiresAt) };
}
