import type { Middleware } from 'koa';

import { problem } from '../problem.ts';

/** Letters, digits and `-._~` after one slash each, and no dot segment: what our own clients send. */
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

/** Whether anything in front of us could read the path as one under `/api`. */
export const isApiPath = (path: string): boolean => lenientSegments(path)[0] === 'api';

/** Under `/api` an address has one spelling: encodings, doubled or trailing slashes, dot segments and `;` lead nowhere. */
export const requireCanonicalApiPath: Middleware = async (ctx, next) => {
  if (isApiPath(ctx.path) && !plainPath.test(ctx.path)) throw problem('not-found');
  await next();
};
