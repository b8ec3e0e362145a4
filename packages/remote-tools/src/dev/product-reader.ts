import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { releaseSetSchema, type ReleaseSet } from '@funnel/contracts/release';
import { readReleaseSet } from '@funnel/contracts/visitor-endpoints';

import { setInPage } from './replace-remote.ts';

/** A product that has no live set to show. The message says what to do. */
export class ProductError extends Error {}

export interface ProductResponse {
  readonly status: number;
  /** Without those of the connection and of the encoding. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The values of its `Set-Cookie` headers. */
  readonly cookies: readonly string[];
}

/** The request header in which a page reports its release set. */
export const setHeader = 'x-release-set';
const timeoutMs = 10_000;
/** They describe the connection to the product, or bind a browser to it. */
const droppedHeaders = new Set(
  'alt-svc connection content-encoding content-length keep-alive set-cookie strict-transport-security transfer-encoding'.split(
    ' ',
  ),
);

/** Reads a response of the product with its body decoded. Redirects are not followed. Rejects if the product is unreachable. */
export async function fetchFromProduct(url: URL, request: RequestInit): Promise<ProductResponse> {
  const response = await fetch(url, {
    ...request,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const headers = [...response.headers].filter(([name]) => !droppedHeaders.has(name));
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: Buffer.from(await response.arrayBuffer()),
    cookies: response.headers.getSetCookie(),
  };
}

interface Reader {
  readonly accept: string;
  readonly language: string;
  /** Empty if the product must know of no visit. */
  readonly cookie: string;
  /** The id of the release set of the reading page. Without it, the product may choose one for each read. */
  readonly setId: string;
}

/**
 * Reads a product, and keeps each response in a folder for when the product is unreachable. A page that was not read before
 * is then replaced by the last one that was.
 */
function createProductReader(product: URL, cache: string) {
  mkdirSync(cache, { recursive: true });
  const fileOf = (key: string) =>
    join(cache, `${createHash('sha256').update(`${product.origin} ${key}`).digest('hex')}.json`);

  function keep(key: string, { status, headers, body }: ProductResponse): void {
    writeFileSync(fileOf(key), JSON.stringify({ status, headers, body: body.toString('base64') }));
  }

  function kept(key: string): ProductResponse | null {
    if (!existsSync(fileOf(key))) return null;
    const response: { status: number; headers: Record<string, string>; body: string } = JSON.parse(
      readFileSync(fileOf(key), 'utf8'),
    );
    return { ...response, body: Buffer.from(response.body, 'base64'), cookies: [] };
  }

  /** Resolves to null if the product is unreachable and no response was kept. */
  return async (
    path: string,
    { accept, language, cookie, setId }: Reader,
  ): Promise<ProductResponse | null> => {
    const page = `page ${language}`;
    try {
      const headers = {
        accept,
        'accept-language': language,
        ...(cookie && { cookie }),
        ...(setId && { [setHeader]: setId }),
      };
      const response = await fetchFromProduct(new URL(path, product), { headers });
      if (response.status >= 500) return response;
      keep(`${path} ${language}`, response);
      if (isPage(response)) keep(page, response);
      return response;
    } catch {
      return kept(`${path} ${language}`) ?? (accept.includes('text/html') ? kept(page) : null);
    }
  };
}

/** Whether a response is a document for the browser. */
export const isPage = ({ headers }: ProductResponse): boolean =>
  headers['content-type']?.startsWith('text/html') ?? false;

/** Whether a response is the release set that the product gives to the calling page. */
export const isSet = ({ status }: ProductResponse, path: string): boolean =>
  path === readReleaseSet.path && status === 200;

function parseSet(text: string): ReleaseSet | null {
  try {
    return releaseSetSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The release set in a response, or null. */
function setIn(response: ProductResponse, path: string): ReleaseSet | null {
  const text = response.body.toString();
  if (isSet(response, path)) return parseSet(text);
  return isPage(response) ? parseSet(setInPage(text) ?? '') : null;
}

function reasonOf(response: ProductResponse): string {
  try {
    const { detail }: { detail?: unknown } = JSON.parse(response.body.toString());
    if (typeof detail === 'string') return detail.replace(/[^.!?]$/, '$&.');
  } catch {
    // It is not a problem document of a product.
  }
  return `${readReleaseSet.path} responded with status ${response.status} and no release set.`;
}

/** A product with a live set. */
export interface LiveProduct {
  readonly origin: string;
  /** The set that the product gave first. */
  readonly set: ReleaseSet;
  /**
   * Reads a path with its query. A read without `setId` gets the set of the reads before it, as long as that set is live: in a
   * canary, the product would otherwise choose one for each read. Resolves to null if the product is unreachable and no
   * response was kept.
   */
  read(url: string, reader: Reader): Promise<ProductResponse | null>;
}

/**
 * Opens the product at a URL, with a folder for its responses. Rejects with `ProductError` if it has no release set, or is
 * unreachable and was never opened before.
 */
export async function openProduct(product: URL, cache: string): Promise<LiveProduct> {
  const { origin } = product;
  const read = createProductReader(product, cache);
  const reader = { accept: 'application/json', language: 'en', cookie: '', setId: '' };
  const response = await read(readReleaseSet.path, reader);
  if (!response)
    throw new ProductError(
      `${origin} is unreachable, and no set of it was loaded before. Check that --shell is the URL that visitors open, and that it responds.`,
    );
  const set = setIn(response, readReleaseSet.path);
  if (!set)
    throw new ProductError(
      `${origin} has no release set: ${reasonOf(response)} Check that --shell is the URL that visitors open, and that a set was promoted there.`,
    );

  let current = set.id;
  return {
    origin,
    set,
    async read(url, caller) {
      const live = await read(url, { ...caller, setId: caller.setId || current });
      current = (live && setIn(live, pathOf(url))?.id) ?? current;
      return live;
    },
  };
}

/** The path of a request's URL, without its query. */
export const pathOf = (url: string): string => url.replace(/\?.*$/, '');
