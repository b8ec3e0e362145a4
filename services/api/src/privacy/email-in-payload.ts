import * as z from 'zod';

const withEmail = z.object({ email: z.string() });
const contentSchema = z.union([
  // Leads, and checkouts in progress.
  withEmail.transform(({ email }) => email),
  // Emails.
  z.object({ to: z.string() }).transform(({ to }) => to),
  // Deliveries to the external app.
  z.object({ data: withEmail }).transform(({ data }) => data.email),
  // Conversions have the hash of the email.
  z.object({ emailSha256: z.string() }).transform(({ emailSha256 }) => emailSha256),
]);

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // One damaged row must not stop the export or the erasure of everything else. Erasure also searches its text.
    return null;
  }
}

/**
 * The email, or the hash of the email, of the person that a delivery or a checkout in progress is about, from its JSON. Null
 * if it is about nobody. Anything else in it may be what one person wrote about another.
 */
export const emailOrHashIn = (json: string): string | null =>
  contentSchema.safeParse(parse(json)).data ?? null;
