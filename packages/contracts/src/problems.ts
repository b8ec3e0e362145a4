import * as z from 'zod/mini';

/** Every problem that the service returns (RFC 9457): its stable code, HTTP status and title. Codes are never renamed. */
export const problems = {
  'malformed-json': { status: 400, title: 'The body is not valid JSON' },
  'bad-signature': { status: 400, title: 'The signature does not match the body' },
  unauthorized: { status: 401, title: 'A valid operator token is needed' },
  forbidden: { status: 403, title: 'Your token does not allow this' },
  'foreign-origin': { status: 403, title: 'This call is for the product’s own pages' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'method-not-allowed': { status: 405, title: 'This URL does not support that method' },
  'version-taken': { status: 409, title: 'This version was already published with different files' },
  'files-missing': { status: 409, title: 'Some files of this build have not been uploaded' },
  'promotion-refused': { status: 409, title: 'This change cannot go live' },
  'lead-id-taken': { status: 409, title: 'This lead id is in use; send the lead under a new one' },
  'already-paid': { status: 409, title: 'You have already completed this purchase.' },
  'too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The body must be application/json' },
  'invalid-request': { status: 422, title: 'The request does not fit its schema' },
  'email-required': { status: 422, title: 'Email is required for checkout' },
  'too-many-requests': { status: 429, title: 'Too many requests; try again later' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  'payments-not-configured': { status: 503, title: 'Stripe configuration is incorrect' },
  'payment-provider-failed': { status: 502, title: 'Unable to create payment session. Please try again.' },
  unavailable: { status: 503, title: 'The service cannot do this now' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A key of `problems`. */
export type ProblemCode = keyof typeof problems;

/** A body of type `application/problem+json`. `detail` is written for people. `code` may be unknown to an older client. */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.optional(z.string()),
});
/** A body of type `application/problem+json`. */
export type Problem = z.infer<typeof problemSchema>;
