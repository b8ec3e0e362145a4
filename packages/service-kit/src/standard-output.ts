import type { DestinationStream } from 'pino';

/** Lines that nobody reads are kept up to this size, and dropped beyond it. */
const maxUnreadBytes = 4 * 1024 * 1024;

/**
 * Standard output for the log. If it is a pipe, a line waits for its reader in memory. A write that waits would stop the whole
 * process, also its reaction to signals. A reader that has ended ends the log, not the service.
 */
export function standardOutput(): DestinationStream {
  const { stdout } = process;
  stdout.on('error', () => undefined);
  return {
    write(line) {
      if (stdout.writableLength < maxUnreadBytes) stdout.write(line);
    },
  };
}
