import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard output; what could identify a person or open a door is cut out by name. */
export const createLog = (level: string): Log =>
  pino({
    level,
    redact: {
      paths: ['email', '*.email', 'token', '*.token', 'clientSecret', '*.clientSecret', 'req.headers', '*.authorization'],
      censor: '[redacted]',
    },
  });
