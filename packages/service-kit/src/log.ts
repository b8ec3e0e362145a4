import { types } from 'node:util';

import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

interface DescribedError {
  readonly type: string;
  readonly code?: unknown;
  readonly message: string;
  readonly at: readonly string[];
  readonly cause?: DescribedError;
}

/** E-mail addresses, also URL-encoded; what is as long as a card's number; what opens a door at the payment provider. */
const telling = [
  /[^\s"'<>(]+(?:@|%40)[^\s"'<>)]+/gi,
  /\b\d(?:[ -]?\d){13,18}\b/g,
  /\b(?:sk|rk)_(?:test|live)_\S+|\bwhsec_\S+|\bcs_\w+_secret_\S+/g,
];

/** Cut first: a pattern may take time by the square of the length. */
export const redacted = (text: string): string =>
  telling.reduce((rest, pattern) => rest.replace(pattern, '[redacted]'), text.slice(0, 1000));

/** What a log may say of an error: never its other properties, in which drivers put rows and requests. */
export function describeError(error: unknown): DescribedError {
  if (!types.isNativeError(error)) return { type: typeof error, message: 'thrown value is no error', at: [] };
  return {
    type: error.name,
    ...('code' in error && { code: error.code }),
    message: redacted(error.message),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim())
      .slice(0, 8),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** JSON lines on standard output; what could identify a person or open a door is cut out by name. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
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
