import type { RollbackPlan, ReleaseSetRecord } from '@funnel/contracts/release-management';
import { Notice } from '@funnel/ui/notice';

import { consoleApi } from '../api/console-api.ts';
import { ConfirmDialog, type Note } from '../components/confirm-dialog.tsx';
import { DeprecatedVersions, ReasonList } from '../components/notices.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { copy } from '../content/copy.ts';
import { DeploymentEffects } from './deployment-effects.tsx';

const { rollBack: text } = copy.deployments;

interface RollBackDialogProps {
  /** The id of the target set; null for the previous stable set. */
  readonly to: string | null;
  readonly onClose: () => void;
}

const nameOf = ({ number, id }: ReleaseSetRecord): string => copy.set.named(number, id);

const effectsOf = ({ live, to }: RollbackPlan): readonly string[] => [
  text.effectTo(nameOf(to)),
  text.effectWithdrawn(nameOf(live), nameOf(to)),
];

/**
 * Rolls back production to an earlier stable set. The service rejects the rollback if production has changed since the dialog
 * showed the plan.
 */
export function RollBackDialog({ to, onClose }: RollBackDialogProps) {
  const query = consoleApi.useRollbackPlanQuery(to);
  const [rollBack, call] = consoleApi.useRollBackMutation();
  const plan = query.data;

  async function submit(note: Note) {
    if (!plan) return null;
    const { error } = await rollBack({ to: plan.to.id, live: plan.live.id, ...note });
    return error ? null : text.done(nameOf(plan.live), nameOf(plan.to));
  }
  return (
    <ConfirmDialog
      title={text.title}
      effects={plan ? effectsOf(plan) : []}
      submit={text.submit}
      isReady={plan !== undefined}
      call={call}
      noteKey={`roll back ${to}`}
      onSubmit={submit}
      onClose={onClose}
    >
      <QueryContent query={query}>
        {({ to: target }) => (
          <>
            <DeploymentEffects target={{ set: target.id }} />
            <DeprecatedVersions versions={target.deprecated} />
            <Findings id={target.id} />
          </>
        )}
      </QueryContent>
    </ConfirmDialog>
  );
}

/** The findings of the gates. They do not prevent a rollback. */
function Findings({ id }: { readonly id: string }) {
  const { data } = consoleApi.useVerificationQuery(id);
  if (!data || data.reasons.length === 0) return null;
  return (
    <Notice tone="amber" icon="warning" title={text.findings}>
      <ReasonList reasons={data.reasons} />
    </Notice>
  );
}
