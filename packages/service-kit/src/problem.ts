import { problems, type ProblemCode } from '@funnel/contracts/problems';

/**
 * An expected failure. It can be thrown anywhere in a request and is returned in one place as
 * `application/problem+json`.
 */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: ProblemCode,
    detail: string | undefined,
    data: Readonly<Record<string, unknown>>,
    cause: unknown,
  ) {
    super(detail ?? problems[code].title, { cause });
    this.code = code;
    this.data = data;
  }
}

interface ProblemOptions {
  /** A text for people. Defaults to the code's title. */
  readonly detail?: string;
  /** Further members of the body, such as `errors`. Never personal data. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

export const problem = (code: ProblemCode, { detail, data = {}, cause }: ProblemOptions = {}): ProblemError =>
  new ProblemError(code, detail, data, cause);

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
