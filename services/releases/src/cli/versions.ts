import { setRequestSchema } from '@funnel/contracts/release-management';
import type { Command } from 'commander';

import { failUsage } from './command.ts';

/** Checks that versions have the format `mfe-quiz@1.1.0`. Ends with exit status 2 if one does not. */
export function checkVersions(command: Command, versions: readonly string[]): void {
  const invalid = versions.find((version) => !setRequestSchema.safeParse({ changes: [version] }).success);
  if (invalid !== undefined) failUsage(command, `Expected name@version, got "${invalid}".`);
}
