import { problems, type ProblemCode } from '@funnel/contracts/problems';

interface ProblemOptions {
  /** A text for people. Defaults to the code's title. */
  readonly detail?: string;
  /** Further members of the body, such as `errors`. Never personal data. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * An expected failure. It can be thrown anywhere in a request and is returned in one place as
 * `application/problem+json`.
 */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly data: Readonly<Record<string, unknown>>;
  /** When a repeat of the request may succeed, for the header Retry-After, or null if nothing is known. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ProblemCode,
    { detail = problems[code].title, data = {}, retryAfterSeconds, cause }: ProblemOptions,
  ) {
    super(detail, { cause });
    this.code = code;
    this.data = data;
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

export const problem = (code: ProblemCode, options: ProblemOptions = {}): ProblemError =>
  new ProblemError(code, options);

/** The response body (RFC 9457). */
export function problemBody(error: ProblemError) {
  const { status, title } = problems[error.code];
  return {
    type: `urn:problem:${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    ...error.data,
  };
}
