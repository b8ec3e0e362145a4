import type { Command } from 'commander';

import { failUsage } from './command.ts';

/** Checks `mfe-quiz@1.1.0` and the like. Ends with exit status 2. */
export function checkVersions(command: Command, versions: readonly string[]): void {
  const invalid = versions.find((version) => !/^[a-z][a-z0-9-]+@\S+$/.test(version));
  if (invalid !== undefined) failUsage(command, `Expected name@version, got "${invalid}".`);
}
