import * as z from 'zod/mini';

/**
 * Response of `GET /api/deliveries/emails`: the emails that a service in development would have sent, newest first. Null
 * if this service has no local mailbox.
 */
export const localEmailsSchema = z.object({
  emails: z.nullable(
    z.array(
      z.object({
        id: z.string(),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        createdAt: z.int(),
      }),
    ),
  ),
});
/** Response of `GET /api/deliveries/emails`. */
export type LocalEmails = z.infer<typeof localEmailsSchema>;
