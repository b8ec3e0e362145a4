import type { ContractReport } from '@funnel/contracts/release-management';

import { table } from './command.ts';

/** A contract with its end, and below it the remotes that use it; `stored` ones are neither live nor in the canary. */
export function contractText({
  contract,
  acceptedUntil,
  isServed,
  remotes,
}: ContractReport['contracts'][number]): string {
  const end = acceptedUntil === null ? 'no end is decided' : `accepted until ${acceptedUntil}`;
  const served = isServed ? '' : '; the live shell does not serve it';
  const rows = remotes.map(({ name, version, state }) => [`  ${name}@${version}`, state]);
  return [`contract ${contract}: ${end}${served}`, table(rows) || '  no remotes'].join('\n');
}
