import { problemSchema } from '@funnel/contracts/problems';

/** Why there is no answer to use. */
export type Failure =
  /** Nobody is signed in, or not any more. */
  | { readonly kind: 'signed-out'; readonly reasons: readonly string[] }
  /** The service could not be reached, or cannot serve now. */
  | { readonly kind: 'unavailable'; readonly reasons: readonly string[] }
  /** It said no, with its reasons in words. */
  | { readonly kind: 'rejected'; readonly code: string; readonly reasons: readonly string[] };

export type ApiResult<T> =
  { readonly data: T; readonly error?: never } | { readonly data?: never; readonly error: Failure };

interface Schema<T> {
  parse(value: unknown): T;
}

/** For answers that carry nothing of use. */
export const nothing: Schema<null> = { parse: () => null };

const timeoutMs = 20_000;
const unavailableStatuses = [502, 503, 504];

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

function errorsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((error: unknown) => {
    if (!error || typeof error !== 'object' || !('message' in error)) return [];
    const where = 'path' in error && error.path ? `${String(error.path)}: ` : '';
    return [`${where}${String(error.message)}`];
  });
}

/** What an answer other than 2xx means, from its status and its body (`application/problem+json`, or anything). */
export function failureOf(status: number, body: unknown): Failure {
  const { success, data: problem } = problemSchema.safeParse(body);
  if (!success) return { kind: 'unavailable', reasons: [`${status}`] };
  const words = [problem.detail ?? problem.title, ...errorsOf(problem['errors'])];
  const reasons = isTexts(problem['reasons']) ? problem['reasons'] : words;
  if (status === 401) return { kind: 'signed-out', reasons };
  if (unavailableStatuses.includes(status)) return { kind: 'unavailable', reasons };
  return { kind: 'rejected', code: problem.code, reasons };
}

interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: object;
}

/** Asks the service. Never rejects: what went wrong is in the answer. */
export async function call<T>(
  schema: Schema<T>,
  path: string,
  { method = 'GET', body }: Call = {},
): Promise<ApiResult<T>> {
  let response: Response;
  let content: unknown;
  try {
    response = await fetch(path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    content = text === '' ? null : JSON.parse(text);
  } catch {
    return { error: { kind: 'unavailable', reasons: [] } };
  }
  if (!response.ok) return { error: failureOf(response.status, content) };
  try {
    return { data: schema.parse(content) };
  } catch {
    // The service was renewed since this page was loaded.
    return { error: { kind: 'rejected', code: 'unreadable-answer', reasons: [] } };
  }
}
