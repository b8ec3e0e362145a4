import type { RollbackPlan, ReleaseSetRecord } from '@funnel/contracts/release-management';
import { Notice } from '@funnel/ui/notice';

import { copy } from '../content/copy.ts';
import { useAnnouncements } from '../layout/announcement.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { ReasonList } from '../components/reason-list.tsx';
import { useDraft } from '../components/use-draft.ts';
import { consoleApi } from '../api/console-api.ts';
import { noteOf } from './deployment-fields.ts';
import { SetChanges } from './set-changes.tsx';

const { rollBack: text } = copy.deployments;

interface RollBackDialogProps {
  /** The id of the set to go back to; null for the one before the live one. */
  readonly to: string | null;
  readonly onClose: () => void;
}

const nameOf = ({ number, id }: ReleaseSetRecord): string => copy.set.named(number, id);

const effectsOf = ({ live, to }: RollbackPlan): readonly string[] => [
  text.effectTo(nameOf(to)),
  text.effectWithdrawn(nameOf(live)),
];

/**
 * Takes production back to a set that was live before. What was read here is what happens: the service refuses where
 * somebody else moved production meanwhile.
 */
export function RollBackDialog({ to, onClose }: RollBackDialogProps) {
  const query = consoleApi.useRollbackPlanQuery(to);
  const [rollBack, { isLoading, error }] = consoleApi.useRollBackMutation();
  const { announce } = useAnnouncements();
  const [note, setNote] = useDraft(`roll back ${to}`);
  const plan = query.data;

  async function submit() {
    if (!plan) return;
    const answer = await rollBack({ to: plan.to.id, live: plan.live.id, ...noteOf(note) });
    if (answer.error) return;
    setNote('');
    announce(text.done(nameOf(plan.live), nameOf(plan.to)));
    onClose();
  }
  return (
    <ConfirmDialog
      title={text.title}
      effects={plan ? effectsOf(plan) : []}
      submit={text.submit}
      isBusy={isLoading}
      isReady={plan !== undefined}
      error={error}
      note={{ text: note, set: setNote }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <QueryContent query={query}>{(known) => <Changes plan={known} />}</QueryContent>
    </ConfirmDialog>
  );
}

function Changes({ plan: { live, to } }: { readonly plan: RollbackPlan }) {
  return (
    <>
      <div>
        <h3>{text.changes}</h3>
        <SetChanges from={live.members} to={to.members} />
      </div>
      <Objections id={to.id} />
    </>
  );
}

/** What the gates would say of the set. A rollback does not wait for it. */
function Objections({ id }: { readonly id: string }) {
  const { data } = consoleApi.useVerificationQuery(id);
  if (!data || data.reasons.length === 0) return null;
  return (
    <Notice tone="amber" icon="warning" title={text.speaksAgainst}>
      <ReasonList reasons={data.reasons} />
    </Notice>
  );
}
