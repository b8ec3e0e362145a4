import type { Writable } from 'node:stream';

import type { DestinationStream } from 'pino';

/** Lines that nobody reads are kept up to this many characters, and dropped beyond it. */
const maxUnread = 4 * 1024 * 1024;

/** A property of an output that has the listener. Jest gives each test file a copy of this module, and all copies share the output. */
const ignoresErrors = Symbol.for('funnel.ignoresErrors');

/**
 * Returns standard output as a destination of the log that never waits, because a write that waits stops the whole process.
 * Lines that a slow reader has not read are kept in memory. Once there is room again, a line says how many were dropped. A
 * reader that has ended ends the log, not the service.
 */
export function standardOutput(stdout: Writable = process.stdout): DestinationStream {
  // Without a listener an error would end the process.
  if (!Object.hasOwn(stdout, ignoresErrors)) {
    Object.defineProperty(stdout, ignoresErrors, { value: true });
    stdout.on('error', () => undefined);
  }
  let dropped = 0;
  return {
    write(line) {
      if (stdout.writableLength >= maxUnread) {
        dropped++;
        return;
      }
      if (dropped > 0)
        stdout.write(
          `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines that nobody read were dropped' })}\n`,
        );
      dropped = 0;
      stdout.write(line);
    },
  };
}
