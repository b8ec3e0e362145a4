import * as z from 'zod';

const email = z.object({ email: z.string() });
const ownerSchema = z.union([
  // Leads, and checkouts in progress.
  email.transform((content) => content.email),
  // Emails.
  z.object({ to: z.string() }).transform(({ to }) => to),
  // Deliveries to the external app.
  z.object({ data: email }).transform(({ data }) => data.email),
  // Conversions have the hash of the email.
  z.object({ emailSha256: z.string() }).transform(({ emailSha256 }) => emailSha256),
]);

/**
 * The email, or the hash of the email, of the person that a delivery or a checkout in progress is about, from its JSON. Null
 * if it is about nobody. Anything else in it may be what one person wrote about another.
 */
export const ownerOf = (json: string): string | null => ownerSchema.safeParse(JSON.parse(json)).data ?? null;
