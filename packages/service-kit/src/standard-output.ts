import type { Writable } from 'node:stream';

import type { DestinationStream } from 'pino';

/** Lines that nobody reads are kept up to this many characters, and dropped beyond it. */
const maxUnread = 4 * 1024 * 1024;

const ignore = () => undefined;

/**
 * Standard output for the log. If it is a pipe, a line waits for its reader in memory. A write that waits would stop the whole
 * process, also its reaction to signals. A reader that has ended ends the log, not the service. Once there is room again, a line
 * says how many were dropped.
 */
export function standardOutput(stdout: Writable = process.stdout): DestinationStream {
  // Once, however many logs there are.
  stdout.off('error', ignore).on('error', ignore);
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
