/**
 * Makes output that cannot be written, for example to a full disk, a failure of the process, reported in one line. A reader such as
 * `head` may close the pipe when it has enough. `console.log` ignores such errors: write to `process.stdout`.
 */
export function failOnLostOutput(): void {
  const fail = () => {
    process.exitCode = process.exitCode || 1;
  };
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    fail();
    process.stderr.write(
      `The command has run, but its output cannot be written: ${message}. What it changed stays changed.\n`,
    );
  });
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') fail();
  });
}

interface ProgramOutput {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Prints the output of a command that has ended, and sets the exit status of the process. */
export function printOutput({ status, stdout, stderr }: ProgramOutput): void {
  process.exitCode = status;
  // Errors arrive after the return of this function.
  failOnLostOutput();
  process.stdout.write(stdout);
  process.stderr.write(stderr);
}
