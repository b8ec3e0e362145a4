import type { Context } from 'koa';
import type { $ZodType, output } from 'zod/v4/core';

import { problem } from '../problem.ts';
import { acceptRequest } from './accepted-request.ts';
import { bodyLimitsOf } from './endpoint-router.ts';
import { measureJson } from './measure-json.ts';
import { parseInput } from './parse-input.ts';

/** Bytes beyond the limit that are read and discarded, so that a client that is still sending receives the problem. */
const drainBytes = 1024 * 1024;

function tooLarge(ctx: Context, maxBytes: number) {
  ctx.set('Connection', 'close');
  return problem('too-large', { detail: `The body may have ${maxBytes} bytes at most` });
}

/**
 * Reads the body's bytes as sent. Problems: `too-large` (413), at once if `Content-Length` exceeds the limit by more than `drainBytes`,
 * otherwise after at most that many bytes were discarded; `malformed-json` if the body ends early.
 */
export async function readRaw(ctx: Context, maxBytes: number): Promise<Buffer> {
  if (Number(ctx.get('Content-Length')) > maxBytes + drainBytes) throw tooLarge(ctx, maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      if (size > maxBytes + drainBytes) break;
    }
  } catch (cause) {
    throw problem('malformed-json', { detail: 'The body ended early', cause });
  }
  if (size > maxBytes) throw tooLarge(ctx, maxBytes);
  return Buffer.concat(chunks);
}

/** Many programs cannot store or encode an unpaired surrogate. */
const replaceUnpairedSurrogates = (text: string): string => text.replaceAll(/\p{Cs}/gu, '\ufffd');

function toWellFormed(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return replaceUnpairedSurrogates(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [replaceUnpairedSurrogates(key), member]),
  );
}

/** An unpaired surrogate can only be in an escape, because the body is UTF-8. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

function parse(text: string): unknown {
  try {
    return JSON.parse(text, surrogateEscape.test(text) ? toWellFormed : undefined);
  } catch (cause) {
    throw problem('malformed-json', { cause });
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw problem('malformed-json', { detail: 'The body is not UTF-8', cause });
  }
}

/**
 * Throws `unsupported-media-type` unless the body has this type, is in UTF-8, as JSON between systems is
 * (https://www.rfc-editor.org/rfc/rfc8259#section-8.1), and is not compressed: browsers compress no bodies, and a small one
 * could become large.
 */
function requireMediaType(ctx: Context, type: string): void {
  if (ctx.request.type.trim().toLowerCase() !== type) throw problem('unsupported-media-type');
  // Koa finds no encoding in a malformed header.
  const [, encoding = 'utf-8'] = /charset\s*=\s*"?([^\s;"]*)/i.exec(ctx.get('Content-Type')) ?? [];
  if (!['utf-8', 'utf8'].includes(encoding.toLowerCase()))
    throw problem('unsupported-media-type', { detail: 'The body must be in UTF-8' });
  if (!['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase()))
    throw problem('unsupported-media-type', { detail: 'The body must not be compressed' });
}

/** Reads the body's bytes within the endpoint's limit. Problems as in `readRaw`. */
export const readBody = (ctx: Context): Promise<Buffer> => readRaw(ctx, bodyLimitsOf(ctx).maxBytes);

/**
 * Reads the body as JSON within the endpoint's limits and validates it. Problems: 415 for another content type, another
 * encoding than UTF-8, or compression; 413 too large; 400 malformed; 422 beyond limits or schema (`errors` names paths);
 * 429 if the route's shared limit is exhausted.
 */
export async function readJson<S extends $ZodType>(
  ctx: Context,
  schema: S,
  type = 'application/json',
): Promise<output<S>> {
  const { maxBytes, maxDepth, maxKeys } = bodyLimitsOf(ctx);
  requireMediaType(ctx, type);
  const text = decode(await readRaw(ctx, maxBytes));
  const { depth, keys, hasNul } = measureJson(text);
  if (depth > maxDepth)
    throw problem('invalid-request', { detail: `The body may nest ${maxDepth} levels at most` });
  if (keys > maxKeys)
    throw problem('invalid-request', { detail: `The body may have ${maxKeys} keys at most` });
  // PostgreSQL cannot store U+0000 in a text.
  if (hasNul) throw problem('invalid-request', { detail: 'The body may not contain the character U+0000' });

  const data = parseInput(schema, parse(text));
  await acceptRequest(ctx);
  return data;
}
