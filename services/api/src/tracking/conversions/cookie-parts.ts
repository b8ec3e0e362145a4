import * as z from 'zod';

/** One part of a cookie. A value that does not match is dropped. */
export const part = (shape: RegExp) => z.string().regex(shape).optional().catch(undefined);

/**
 * A click on an ad at Meta: `fb.1.<milliseconds>.<fbclid>`, see
 * https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc.
 */
export const fbcPart = part(/^fb\.1\.\d{13}\.[\w.~-]{1,400}$/);

export const readParts = <S extends z.ZodType>(schema: S, cookie: string | undefined): z.infer<S> =>
  schema.parse(Object.fromEntries(new URLSearchParams(cookie)));

/** The parts as the text of a cookie, without those that are missing. */
export function writeParts(parts: Readonly<Record<string, string | undefined>>): string {
  const present = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value) present.set(name, value);
  return present.toString();
}
