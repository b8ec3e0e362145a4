import { signValue, readSignedValue } from './signed-value.ts';

export const previewCookie = 'preview';

/** A preview in one browser: of a published set that is not live, or of remotes on the developer's machine. */
export interface Preview {
  readonly kind: 'set' | 'local';
  /** The set's id, or the remotes, each as a text without dots. */
  readonly about: readonly string[];
  readonly expiresAt: number;
}

export const signPreview = ({ kind, about, expiresAt }: Preview, secret: string): string =>
  signValue(previewCookie, [expiresAt, kind, ...about], secret);

/** Returns null if the text is forged, damaged or expired. */
export function unsealPreview(text: string | undefined, secret: string, nowMs: number): Preview | null {
  const [expiresAt, kind, ...about] = readSignedValue(previewCookie, text, secret) ?? [];
  if ((kind !== 'set' && kind !== 'local') || !(Number(expiresAt) > nowMs)) return null;
  return { kind, about, expiresAt: Number(expiresAt) };
}
