import { types } from 'node:util';

import { pino, type DestinationStream, type Logger } from 'pino';

import { standardOutput } from './standard-output.ts';

export type Log = Logger;

interface DescribedError {
  readonly type: string;
  readonly code?: unknown;
  readonly message: string;
  readonly at: readonly string[];
  readonly cause?: DescribedError;
}

/** Numbers as long as a card number, and credentials of the payment provider. */
const sensitivePatterns = [
  /\b\d(?:[ -]?\d){13,18}\b/g,
  /\b(?:sk|rk)_(?:test|live)_\S+|\bwhsec_\S+|\bcs_\w+_secret_\S+/g,
];

/** Replaces emails, also URL-encoded repeatedly. Two steps, because one pattern would take quadratic time for a long word without an email. */
const redactEmails = (text: string): string =>
  text.replace(/[^\s"'<>()]+/g, (word) => (/.(?:@|%(?:25)*40)./.test(word) ? '[redacted]' : word));

/** Returns the first 1,000 characters without emails, card numbers and credentials. */
export const redact = (text: string): string =>
  sensitivePatterns.reduce(
    (rest, pattern) => rest.replace(pattern, '[redacted]'),
    redactEmails(text.slice(0, 1000)),
  );

/** A path that can be one of ours, or `/[unusual]`, because a client may put anything into a path, such as an email. */
export const redactPath = (path: string): string =>
  /^\/[\w/.~+-]{0,199}$/.test(path) ? redact(path) : '/[unusual]';

/** Describes an error for the log without its other properties, in which drivers put rows and requests. */
export function describeError(error: unknown): DescribedError {
  if (!types.isNativeError(error)) return { type: typeof error, message: 'thrown value is no error', at: [] };
  return {
    type: error.name,
    ...('code' in error && { code: error.code }),
    message: redact(error.message),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim())
      .slice(0, 8),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** Writes JSON lines, to standard output by default. Personal data and credentials are redacted by property name. */
export const createLog = (level: string, destination: DestinationStream = standardOutput()): Log =>
  pino(
    {
      level,
      serializers: { err: describeError },
      redact: {
        paths: [
          'email',
          '*.email',
          'token',
          '*.token',
          'clientSecret',
          '*.clientSecret',
          'req.headers',
          '*.authorization',
        ],
        censor: '[redacted]',
      },
    },
    destination,
  );
