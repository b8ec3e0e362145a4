import type { AppContext } from '../../platform/app-context.ts';
import { ProblemError } from '../../platform/problem.ts';
import { startWorker, type Worker } from '../../platform/worker.ts';
import { tallySet, type SetScope } from '../../reports/set-figures.ts';
import { stopCanary } from '../canary.ts';
import { readChannel } from '../release-repository.ts';
import { leastVisitors, shouldTakeBack, type Sample } from './self-healing-rule.ts';

/** Whom the audit names. */
const actor = 'self-healing';

const dayMs = 24 * 3600 * 1000;
const lookEveryMs = 3000;

interface Judged {
  readonly canary: SetScope;
  readonly failures: number;
}

/** What the canary is compared with: the stable set's visitors meanwhile; while they are few, those of its last day too. */
async function readStable({ database: { db } }: AppContext, { setId, since }: SetScope) {
  const meanwhile = await tallySet(db, { setId, since });
  return meanwhile.visitors >= leastVisitors
    ? { sample: meanwhile, when: 'in the same time' }
    : { sample: await tallySet(db, { setId, since: since - dayMs }), when: 'since the day before' };
}

const inWords = ({ failures, visitors }: Sample) =>
  `${failures} of ${visitors} visitors (${((100 * failures) / visitors).toFixed(1)} %)`;

/**
 * Looks after the canary once: says whether it was taken back. Every replica may look, as often as it likes; of several
 * that would take it back at once, one does.
 */
export function createSelfHealing(context: AppContext): () => Promise<boolean> {
  const { database, log } = context;
  const { db } = database;
  let judged: Judged | null = null;

  const countFailures = async ({ setId, since }: SetScope) => {
    const query = db
      .selectFrom('events')
      .select((by) => by.fn.count<number>('visit_id').distinct().as('count'))
      .where('set_id', '=', setId)
      .where('name', '=', 'ResourceFailed')
      .where('received_at', '>=', since);
    return (await query.executeTakeFirstOrThrow()).count;
  };

  return async function look() {
    const channel = await readChannel(db);
    if (!channel?.canary_set || channel.canary_started_at === null) return false;
    const scope = { setId: channel.canary_set, since: channel.canary_started_at };
    // Visitors are many and failures few: the many are counted only where one more of them has failed.
    const failures = await countFailures(scope);
    const isKnown =
      judged?.canary.setId === scope.setId &&
      judged.canary.since === scope.since &&
      judged.failures === failures;
    if (failures === 0 || isKnown) return false;

    const canary = await tallySet(db, scope);
    if (canary.visitors >= leastVisitors) judged = { canary: scope, failures };
    const stable = await readStable(context, { setId: channel.set_id, since: scope.since });
    if (!shouldTakeBack(canary, stable.sample)) return false;
    const note = `The canary failed for ${inWords(canary)}, the stable set for ${inWords(stable.sample)} ${stable.when}.`;
    try {
      await stopCanary(context, channel, { action: 'heal', actor, note });
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'promotion-refused') return false;
      throw error;
    }
    log.warn({ setId: scope.setId }, note);
    return true;
  };
}

/** Takes a canary back that fails for more visitors than the stable set, without a person. */
export function startSelfHealing(context: AppContext): Worker {
  const look = createSelfHealing(context);
  const run = async () => Number(await look());
  return startWorker({ name: actor, run, idleMs: lookEveryMs, log: context.log });
}
