import type { ReleaseStatus } from '@funnel/contracts/release-management';

import { isoTime, table, type CommandResult } from './command.ts';

/** The live sets as a table: one row per app, with the canary's version if it differs. */
export function statusText({ channel, set, canary }: ReleaseStatus): string {
  if (!set) return `${channel}: nothing is live yet`;
  const title = `${channel}: set ${set.id} (number ${set.number}, created ${isoTime(set.createdAt)})`;
  const head = canary && [
    ['', 'stable', `canary ${canary.set.id}, ${canary.percent} % since ${isoTime(canary.startedAt)}`],
  ];
  const members = Object.entries(set.members).map(([name, version]) => {
    const canaryVersion = canary?.set.members[name] ?? '';
    return [`  ${name}`, version, canaryVersion === version ? '' : canaryVersion];
  });
  return `${title}\n${table([...(head ?? []), ...members])}`;
}

export const statusResult = (status: ReleaseStatus): CommandResult => ({
  data: status,
  text: statusText(status),
});
