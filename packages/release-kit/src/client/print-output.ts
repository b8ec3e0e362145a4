interface ProgramOutput {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Prints the output of a command that has ended, and sets the exit status of the process. A reader such as `head` may close the pipe
 * when it has enough. Output that cannot be written, for example to a full disk, is a failure.
 */
export function printOutput({ status, stdout, stderr }: ProgramOutput): void {
  process.exitCode = status;
  // Errors arrive after the return of this function.
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.exitCode = status || 1;
    process.stderr.write(
      `The command has run, but its output cannot be written: ${message}. What it changed stays changed.\n`,
    );
  });
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exitCode = status || 1;
  });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
}
