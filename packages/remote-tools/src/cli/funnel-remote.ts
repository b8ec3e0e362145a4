import { contractVersions } from '@funnel/contracts/contract-versions';
import { ReleaseError } from '@funnel/release-kit/client/publish-client';
import { InvalidArgumentError } from 'commander';

import { PortError } from '../dev/dev-server.ts';
import { ProductError } from '../dev/product-reader.ts';
import { ProjectError } from '../project-error.ts';
import { createProgram } from './program.ts';

const env = {
  root: process.cwd(),
  environment: process.env,
  log: (text: string) => console.log(text),
  contracts: contractVersions,
};
try {
  await createProgram(env).parseAsync();
} catch (error) {
  const isUsage = error instanceof InvalidArgumentError;
  const expectedErrors = [PortError, ProductError, ProjectError, ReleaseError];
  const isExpected = isUsage || expectedErrors.some((expected) => error instanceof expected);
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exitCode = isUsage ? 2 : 1;
}
