import type { Middleware } from 'koa';

import { problem } from '../problem.ts';

/**
 * Segments of letters, digits and `-._~` after single slashes, without dot segments. Our own clients send nothing else.
 */
const plainPath = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/;
const maxDecodings = 3;

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The segments that a lenient reader, such as a proxy or a file system, could find in the path. */
function lenientSegments(path: string): string[] {
  let text = path;
  for (let round = 0; round < maxDecodings; round++) text = decode(text);
  const segments: string[] = [];
  for (const part of text.toLowerCase().split(/[/\\]/)) {
    const segment = part.replace(/[;\0].*$/s, '').trim();
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

/** Whether a proxy in front of the service could read the path as one under `/api`. */
export const isApiPath = (path: string): boolean => lenientSegments(path)[0] === 'api';

/**
 * Rejects every other spelling of a path under `/api`: encodings, doubled or trailing slashes, dot segments and `;`.
 */
export const requireCanonicalApiPath: Middleware = async (ctx, next) => {
  if (isApiPath(ctx.path) && !plainPath.test(ctx.path)) throw problem('not-found');
  await next();
};
