import { contractVersions } from '@funnel/contracts/contract-versions';
import { failOnLostOutput } from '@funnel/release-kit/client/print-output';
import { ReleaseError } from '@funnel/release-kit/client/publish-client';
import { CommanderError, InvalidArgumentError } from 'commander';

import { PortError } from '../dev/dev-server.ts';
import { ProductError } from '../dev/product-reader.ts';
import { ProjectError } from '../project-error.ts';
import { createProgram } from './program.ts';

const env = {
  root: process.cwd(),
  environment: process.env,
  log: (text: string) => void process.stdout.write(`${text}\n`),
  contracts: contractVersions,
};
/** An error of the file system names the file and the reason, for example a symbolic link that leads nowhere. */
const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'path' in error;

/** Why the command fails. Of an error that nobody expects, all that is known. */
function describeFailure(error: unknown): unknown {
  if (isFileError(error))
    return `A file cannot be read or written: check its path and permissions. ${error.message}`;
  const expectedErrors = [InvalidArgumentError, PortError, ProductError, ProjectError, ReleaseError];
  const isExpected = expectedErrors.some((expected) => error instanceof expected);
  return isExpected && error instanceof Error ? error.message : error;
}

failOnLostOutput();
try {
  await createProgram(env).parseAsync();
} catch (error) {
  const isUsage = error instanceof CommanderError;
  const isPrinted = isUsage && !(error instanceof InvalidArgumentError);
  if (!isPrinted) console.error(describeFailure(error));
  // No `process.exit`: it would end the program before a lost output is noticed.
  if (!isUsage || error.exitCode !== 0) process.exitCode = isUsage ? 2 : 1;
}
