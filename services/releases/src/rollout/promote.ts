import type { PromotionRequest, SetRequest } from '@funnel/contracts/release-management';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { describeFinding, type Finding } from '@funnel/release-kit/gates/release-gates';

import { verifyMembers } from '../gates/verify-members.ts';
import type { Queries } from '../platform/database.ts';
import type { ReleaseContext } from '../platform/release-context.ts';
import {
  parseMember,
  describeUnreadable,
  readMembers,
  type ReadBuild,
} from '../registry/build-repository.ts';
import { promotionRefused } from '../sets/promotion-refused.ts';
import {
  findSet,
  haveSameMembers,
  insertSet,
  lockChannel,
  readChannel,
  type Members,
} from '../sets/release-repository.ts';
import { startPlan } from './canary-plan.ts';
import { requireSeenSet, updateChannel, type Actor } from './update-channel.ts';

/** Stores a set that is not live, unless it is stored. */
export async function storeSet({ database: { db }, clock }: ReleaseContext, members: Members): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockChannel(transaction);
    await insertSet(transaction, members, clock());
  });
}

const notRemovable = (name: string, because: string): string =>
  `${name === 'shell' ? 'The shell' : name} cannot be removed, because ${because}. Promote another version of it instead: npm run release -- promote ${name}@VERSION ("release list ${name}" shows them).`;

/** Explains the removal of remotes that own a stage which no remote of the next set owns. */
async function stageOwnerReasons(
  readBuild: ReadBuild,
  liveMembers: Members,
  next: Members,
  remove: readonly string[] = [],
): Promise<string[]> {
  const removed = Object.fromEntries(Object.entries(liveMembers).filter(([name]) => remove.includes(name)));
  const [before, after] = await Promise.all([readMembers(readBuild, removed), readMembers(readBuild, next)]);
  const lost = Object.values(stagePaths).filter(
    (path) => !after.remotes.some(({ paths }) => paths.includes(path)),
  );
  return before.remotes
    .filter(({ paths }) => lost.some((path) => paths.includes(path)))
    .map(({ name }) => notRemovable(name, 'the funnel needs its paths'));
}

/**
 * Applies changes such as `mfe-quiz@1.1.0` to the live members, and leaves out the removed remotes. Throws if a version
 * was never published or was changed since, or if a remote to remove is not live or is the shell.
 */
export async function changedMembers(
  db: Queries,
  liveMembers: Members,
  { changes, remove = [] }: SetRequest,
  readBuild: ReadBuild,
): Promise<Members> {
  const absent = remove.filter((name) => !Object.hasOwn(liveMembers, name));
  if (absent.length > 0)
    throw promotionRefused(...absent.map((name) => `"${name}" is not live. "release status" shows what is.`));
  if (remove.includes('shell')) throw promotionRefused(notRemovable('shell', 'every page needs it'));
  const parsed = changes.map(parseMember);
  const remaining = Object.entries(liveMembers).filter(([name]) => !remove.includes(name));
  const next = Object.fromEntries([...remaining, ...parsed]);
  const reasons = await Promise.all(
    parsed.map(async ([name, version]) => {
      if (next[name] !== version) return [`${name} is named with two versions.`];
      if (remove.includes(name)) return [`${name} is named both with a version and to be removed.`];
      return (await readBuild(name, version)) ? [] : [await describeUnreadable(db, name, version)];
    }),
  );
  if (reasons.flat().length > 0) throw promotionRefused(...reasons.flat());
  return next;
}

/** Appends the overridden findings to the note of a forced promotion. */
function forcedNote(note: string, overridden: readonly Finding[]): string {
  const reasons = overridden.map(({ reason }) => reason).join(' ');
  return `${note} [forced: ${reasons || 'all gates passed'}]`;
}

/** Appends what the versions of a deployment do not show: the removed remotes, and that visitors in mid-funnel were moved. */
const fullNote = (note: string, remove: readonly string[], isMoving: boolean): string =>
  [note, remove.length > 0 && `[removed: ${remove.join(', ')}]`, isMoving && '[visitors moved]']
    .filter(Boolean)
    .join(' ');

/**
 * Creates a set of the live versions with the changes, and makes it live for all new visitors or as a canary. Visitors
 * in mid-funnel keep their set unless it is withdrawn. Versions that are already live change nothing. Throws
 * `promotion-refused` with the gates' `reasons`; the set is then stored if one may be the missing smoke test.
 */
export async function promote(
  context: ReleaseContext,
  readBuild: ReadBuild,
  request: PromotionRequest,
  actor: Actor,
): Promise<void> {
  const { db } = context.database;
  const { stages, withdraw = false, force = false } = request;
  if (stages && request.canary !== undefined)
    throw promotionRefused('A canary has one percentage or stages, not both.');
  const percent = stages?.[0]?.percent ?? request.canary;
  if (force && !request.note?.trim())
    throw promotionRefused('To override gates, state the reason (--reason; in the console, the note).');
  const expected = await readChannel(db);
  if (expected) await requireSeenSet(db, request.live, expected.set_id, 'live');
  if (expected?.canary_set)
    throw promotionRefused(
      `A canary of the set ${expected.canary_set} runs at ${expected.canary_percent} %. Finish or stop it first.`,
    );
  if (percent && !expected) throw promotionRefused('A canary needs a stable set, and nothing is live yet.');
  const liveMembers = (expected && (await findSet(db, expected.set_id))?.members) ?? {};
  const members = await changedMembers(db, liveMembers, request, readBuild);
  if (haveSameMembers(members, liveMembers)) {
    if (percent)
      throw promotionRefused('This set is already live for all new visitors, so it cannot be a canary.');
    return;
  }

  const findings = await verifyMembers(context, readBuild, members, liveMembers);
  const blocking = findings.filter(({ isOverridable }) => !(force && isOverridable));
  if (blocking.length > 0) {
    // Unless it is overridden, a reason may be to run the smoke test, which needs a stored set.
    if (context.config.requireCertification && !force) await storeSet(context, members);
    throw promotionRefused(
      ...blocking.map(describeFinding),
      ...(await stageOwnerReasons(readBuild, liveMembers, members, request.remove)),
    );
  }
  const withdrawn = withdraw && !percent && expected ? [expected.set_id] : [];
  const note = fullNote(request.note ?? '', request.remove ?? [], withdrawn.length > 0);
  const update = { expected, actor, note: force ? forcedNote(note, findings) : note };
  if (percent) {
    const plan = stages && startPlan(stages, context.clock());
    const canary = { members, percent, ...(plan && { plan }) };
    await updateChannel(context, { ...update, stable: liveMembers, canary, action: 'canary' });
  } else {
    await updateChannel(context, { ...update, stable: members, withdrawn, action: 'promote' });
  }
}
