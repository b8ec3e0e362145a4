import { problems, type ProblemCode } from '@funnel/contracts/problems';

/** An expected refusal: thrown anywhere in a request, answered in one place as `application/problem+json`. */
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
  /** What a person may read; the code's title where absent. */
  readonly detail?: string;
  /** Further members of the body, such as `errors`. Never personal data. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

export const problem = (code: ProblemCode, { detail, data = {}, cause }: ProblemOptions = {}): ProblemError =>
  new ProblemError(code, detail, data, cause);

/** The body of the answer (RFC 9457). */
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
