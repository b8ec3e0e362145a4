import type { TeamWebhookEvent } from '@funnel/contracts/team-webhooks';

import type { Deployment, Members } from '../sets/release-repository.ts';
import type { TeamNotice } from './team-webhook-repository.ts';

interface LiveMembers {
  readonly stable: Members;
  /** Empty if no canary runs. */
  readonly canary: Members;
}

type Change = Pick<TeamWebhookEvent['data'], 'name' | 'version'>;

/** The versions of a set that another set does not contain. */
export const versionsOnlyIn = (members: Members, other: Members): Change[] =>
  Object.entries(members)
    .filter(([name, version]) => other[name] !== version)
    .map(([name, version]) => ({ name, version }));

/** For each app that changes, the version that is withdrawn. If both sets had one, that of the stable set. */
function rolledBack({ stable, canary }: LiveMembers, after: Members): Change[] {
  const names = new Set([...Object.keys(stable), ...Object.keys(canary)]);
  return [...names].flatMap((name) => {
    const version = [stable[name], canary[name]].find((one) => one !== undefined && one !== after[name]);
    return version === undefined ? [] : [{ name, version }];
  });
}

type Kind = Pick<TeamNotice, 'type'> & Pick<TeamWebhookEvent['data'], 'cause'>;

const promotion: Kind = { type: 'remote.promoted', cause: 'promotion' };
const kinds: Readonly<Partial<Record<Deployment['action'], Kind>>> = {
  promote: promotion,
  finish: promotion,
  heal: { type: 'remote.failed', cause: 'auto-rollback' },
  stop: { type: 'remote.rolled_back', cause: 'canary-stopped' },
  rollback: { type: 'remote.rolled_back', cause: 'rollback' },
};

function changesOf({ cause }: Kind, before: LiveMembers, after: Members): Change[] {
  if (cause === 'promotion') return versionsOnlyIn(after, before.stable);
  return cause === 'rollback' ? rolledBack(before, after) : versionsOnlyIn(before.canary, before.stable);
}

/** What the teams of the apps are notified of by a deployment. They are not notified of the start and the stages of a canary. */
export function deploymentNotices(
  { at, action, actor, note, to: setId }: Pick<Deployment, 'at' | 'action' | 'actor' | 'note' | 'to'>,
  before: LiveMembers,
  after: Members,
): TeamNotice[] {
  const kind = kinds[action];
  if (!kind) return [];
  return changesOf(kind, before, after).map((change) => ({
    cause: String(at),
    type: kind.type,
    data: { ...change, live: after[change.name] ?? null, cause: kind.cause, setId, actor, note },
  }));
}
