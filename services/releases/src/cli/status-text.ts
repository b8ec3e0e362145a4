import type { CanaryPlan } from '@funnel/contracts/canary-stages';
import type { ReleaseSetRecord, ReleaseStatus } from '@funnel/contracts/release-management';

import { isoTime, table, type CommandResult } from './command.ts';

/** The live sets as a table: one row per app, with the canary's version if it differs. */
export function statusText({ channel, set, canary }: ReleaseStatus): string {
  if (!set) return `${channel}: nothing is live yet`;
  const title = `${channel}: set ${set.id} (number ${set.number}, created ${isoTime(set.createdAt)})`;
  const head = canary && [
    ['', 'stable', `canary ${canary.set.id}, ${canary.percent} % since ${isoTime(canary.startedAt)}`],
  ];
  const plan = canary?.plan ? `\n  ${planText(canary.plan)}` : '';
  const inCanary = canary?.set.members ?? set.members;
  const members = Object.keys({ ...set.members, ...inCanary }).map((name) => {
    const [version = 'none', canaryVersion = 'none'] = [set.members[name], inCanary[name]];
    return [`  ${name}`, version, canaryVersion === version ? '' : canaryVersion];
  });
  return `${title}\n${table([...(head ?? []), ...members])}${plan}`;
}

function planText({ stages, current, dueAt, heldBecause }: CanaryPlan): string {
  const stage = `canary stage ${current + 1} of ${stages.length}`;
  if (dueAt === null) return `${stage}, held: ${heldBecause}`;
  const next = stages[current + 1];
  return `${stage}, ${next ? `${next.percent} %` : 'promoted to all'} at ${isoTime(dueAt)}`;
}

/** One warning for each deprecated member of the sets. */
export const deprecationWarnings = (...sets: readonly (ReleaseSetRecord | null)[]): string[] => {
  const warnings = sets
    .flatMap((set) => set?.deprecated ?? [])
    .map(({ name, version, reason }) => `${name}@${version} is deprecated: ${reason}`);
  return [...new Set(warnings)];
};

export const statusResult = (status: ReleaseStatus) =>
  ({
    data: status,
    text: statusText(status),
    warnings: deprecationWarnings(status.set, status.canary?.set ?? null),
  }) satisfies CommandResult;
