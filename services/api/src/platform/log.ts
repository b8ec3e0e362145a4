import { types } from 'node:util';

import { pino, type Logger } from 'pino';

export type Log = Logger;

interface DescribedError {
  readonly type: string;
  readonly code?: unknown;
  readonly message: string;
  readonly at: readonly string[];
  readonly cause?: DescribedError;
}

/** Cut first: the pattern takes time by the square of the length. */
const withoutAddresses = (text: string) =>
  text.slice(0, 1000).replace(/[^\s"'<>(]+@[^\s"'<>)]+/g, '[redacted]');

/** What a log may say of an error: never its other properties, in which drivers put rows and requests. */
export function describeError(error: unknown): DescribedError {
  if (!types.isNativeError(error)) return { type: typeof error, message: 'thrown value is no error', at: [] };
  return {
    type: error.name,
    ...('code' in error && { code: error.code }),
    message: withoutAddresses(error.message),
    at: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim())
      .slice(0, 8),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** JSON lines on standard output; what could identify a person or open a door is cut out by name. */
export const createLog = (level: string): Log =>
  pino({
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
  });
