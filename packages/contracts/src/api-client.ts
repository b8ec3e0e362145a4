import * as z from 'zod/mini';

import { pathTo, type EndpointBase } from './endpoint.ts';
import { problemSchema } from './problems.ts';

/** The part of `fetch` that a client needs. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array<ArrayBuffer>;
  },
) => Promise<{ readonly ok: boolean; readonly status: number; text(): Promise<string> }>;

/** Why a call returned no data. */
export interface ApiFailure {
  /**
   * `signed-out`: there is no valid session or token.
   * `unavailable`: the service did not respond, or responded that it cannot serve now.
   * `rejected`: the service rejected the request, or its response does not have the expected form.
   */
  readonly kind: 'signed-out' | 'unavailable' | 'rejected';
  /** The problem's code; `unreachable` and `unknown-response` come from the client. */
  readonly code: string;
  /** Sentences for a person; empty if the service sent none. */
  readonly reasons: readonly string[];
  /** Hashes of the files to upload first, with the code `files-missing`. */
  readonly files: readonly string[];
}

export type ApiResult<T> =
  { readonly data: T; readonly error?: never } | { readonly data?: never; readonly error: ApiFailure };

const failure = (kind: ApiFailure['kind'], code: string, reasons: readonly string[] = []): ApiFailure => ({
  kind,
  code,
  reasons,
  files: [],
});

const unavailableStatuses = [502, 503, 504];

const texts = z.catch(z.array(z.string()), []);
/** Members that some problems have besides the standard ones. */
const extensionsSchema = z.object({
  reasons: texts,
  files: texts,
  errors: z.catch(z.array(z.unknown()), []),
});
const fieldErrorSchema = z.object({ path: z.optional(z.string()), message: z.string() });

function describeFieldError(error: unknown): readonly string[] {
  const parsed = fieldErrorSchema.safeParse(error);
  if (!parsed.success) return [];
  const { path, message } = parsed.data;
  return [path ? `${path}: ${message}` : message];
}

/** Reads a response other than 2xx. `body` is the parsed JSON: a problem (RFC 9457), or anything if a proxy responded. */
export function parseFailure(status: number, body: unknown): ApiFailure {
  const parsed = problemSchema.safeParse(body);
  if (!parsed.success) return failure('unavailable', 'unknown-response', [`HTTP ${status}`]);
  const { code, detail, title } = parsed.data;
  const { reasons, files, errors } = extensionsSchema.parse(parsed.data);
  const unavailable = unavailableStatuses.includes(status);
  return {
    kind: status === 401 ? 'signed-out' : unavailable ? 'unavailable' : 'rejected',
    code,
    reasons: reasons.length > 0 ? reasons : [detail ?? title, ...errors.flatMap(describeFieldError)],
    files,
  };
}

export interface ApiClientOptions {
  readonly fetch: Fetch;
  /** `http://127.0.0.1:3001`; empty for the origin of the page. */
  readonly origin?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiRequest {
  /** Values for the `:name` segments of the path. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Query parameters; those without a value are left out. */
  readonly query?: Readonly<Record<string, string | null | undefined>>;
  /** Sent as JSON. */
  readonly json?: object;
  readonly file?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string };
}

type Content = { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> };

function contentOf({ json, file }: ApiRequest): Content | null {
  if (file) return { type: file.type, body: file.bytes };
  return json ? { type: 'application/json', body: JSON.stringify(json) } : null;
}

function queryString(query: ApiRequest['query'] = {}): string {
  const present = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return present.length === 0 ? '' : `?${present.join('&')}`;
}

/**
 * Returns a function that calls an endpoint and parses the response with a schema. The function never rejects: the result
 * has either `data` or `error`.
 */
export function createApiClient({ fetch, origin = '', headers = {} }: ApiClientOptions) {
  return async function call<T>(
    endpoint: EndpointBase,
    schema: z.core.$ZodType<T>,
    request: ApiRequest = {},
  ): Promise<ApiResult<T>> {
    const content = contentOf(request);
    const url = `${origin}${pathTo(endpoint, request.parameters ?? {})}${queryString(request.query)}`;
    const response = await fetch(url, {
      method: endpoint.method,
      headers: { ...headers, ...(content && { 'content-type': content.type }) },
      ...(content && { body: content.body }),
    })
      .then(async (received) => ({ ok: received.ok, status: received.status, text: await received.text() }))
      .catch(() => null);
    if (!response) return { error: failure('unavailable', 'unreachable') };
    let body: unknown;
    try {
      body = response.text === '' ? null : JSON.parse(response.text);
    } catch {
      // A proxy, or another program on that port, responded instead of the service.
      return { error: failure('unavailable', 'unknown-response', [`HTTP ${response.status}`]) };
    }
    if (!response.ok) return { error: parseFailure(response.status, body) };
    const parsed = z.safeParse(schema, body);
    if (parsed.success) return { data: parsed.data };
    // The service has another version than the client.
    return { error: failure('rejected', 'unknown-response') };
  };
}
