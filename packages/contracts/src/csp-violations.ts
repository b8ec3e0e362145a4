import * as z from 'zod/mini';

const text = z.optional(z.string().check(z.maxLength(4000)));

/** Body of `POST /api/csp-reports`, as browsers send it (https://www.w3.org/TR/CSP3/#deprecated-serialize-violation). */
export const cspReportSchema = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
});
/** Body of `POST /api/csp-reports`. */
export type CspReport = z.infer<typeof cspReportSchema>;

/** Response of `GET /api/reports/csp-violations`: what the policy has blocked in the last 30 days. */
export const cspViolationsSchema = z.object({
  violations: z.array(
    z.object({
      directive: z.string(),
      /** An origin, a scheme, or a keyword such as `inline`. */
      blocked: z.string(),
      count: z.int(),
      lastAt: z.int(),
    }),
  ),
});
/** Response of `GET /api/reports/csp-violations`. */
export type CspViolations = z.infer<typeof cspViolationsSchema>;
