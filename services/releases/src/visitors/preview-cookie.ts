import { signValue, readSignedValue } from '@funnel/service-kit/signed-value';

export const previewCookie = 'preview';

/** A preview in one browser: of a published set that is not live, or of remotes on the developer's machine. */
export interface BrowserPreview {
  readonly kind: 'set' | 'local';
  /** The set's id, or the remotes, each as a text without dots. */
  readonly targets: readonly string[];
  readonly expiresAt: number;
}

export const signPreview = ({ kind, targets, expiresAt }: BrowserPreview, secret: string): string =>
  signValue(previewCookie, [expiresAt, kind, ...targets], secret);

/** Whether this service signed the text, even if it has expired. */
export const isSignedPreview = (text: string, secret: string): boolean =>
  readSignedValue(previewCookie, text, secret) !== null;

/** Returns null if the text is forged, damaged or expired. */
export function readPreview(text: string | undefined, secret: string, nowMs: number): BrowserPreview | null {
  const [expiresAt, kind, ...targets] = readSignedValue(previewCookie, text, secret) ?? [];
  if ((kind !== 'set' && kind !== 'local') || !(Number(expiresAt) > nowMs)) return null;
  return { kind, targets, expiresAt: Number(expiresAt) };
}
