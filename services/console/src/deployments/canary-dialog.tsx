import { maxCanaryPercent } from '@funnel/contracts/canary-stages';
import type { CanaryRequest, ReleaseStatus } from '@funnel/contracts/release-management';
import { TextField } from '@funnel/ui/text-field';
import { useState } from 'react';

import { consoleApi } from '../api/console-api.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { readWholeNumber } from '../components/whole-number.ts';
import { copy } from '../content/copy.ts';
import { DeploymentEffects } from './deployment-effects.tsx';

/** A running canary. */
export type Canary = NonNullable<ReleaseStatus['canary']>;
/** A change of the canary that needs no further value. */
type ActionWithoutFields = Exclude<CanaryRequest['action'], 'widen'>;

/**
 * The request to change this canary. The service rejects it if another set is the canary by now. It rejects holding the canary
 * also at another percentage than the one that the operator has confirmed.
 */
export const canaryRequest = (
  action: ActionWithoutFields,
  { set: { id }, percent }: Canary,
): CanaryRequest => (action === 'hold' ? { action, percent, set: id } : { action, set: id });

const { increase, hold, resume, stop, finish } = copy.deployments;

export type CanaryAction = CanaryRequest['action'];

interface Description {
  readonly effects: readonly string[];
  readonly done: string;
}

const descriptions: Readonly<Record<ActionWithoutFields, (canary: Canary) => Description>> = {
  hold: ({ percent }) => ({ effects: [hold.effect(percent)], done: hold.done }),
  resume: ({ plan }) => ({
    effects: [plan?.remainingMs === 0 ? resume.effectNow : resume.effectLater],
    done: resume.done,
  }),
  stop: ({ set }) => ({ effects: [stop.effect(set.number)], done: stop.done }),
  finish: ({ set }) => ({
    effects: [finish.effect(set.number), finish.effectStay],
    done: finish.done(set.number),
  }),
};

interface CanaryDialogProps<Action> {
  readonly action: Action;
  /** As it was when the dialog was opened. The service rejects the change if another set is the canary by now. */
  readonly canary: Canary;
  readonly onClose: () => void;
}

/** Asks for confirmation of a change of the canary. */
export const CanaryDialog = ({ action, ...props }: CanaryDialogProps<CanaryAction>) =>
  action === 'widen' ? (
    <IncreaseDialog action={action} {...props} />
  ) : (
    <ActionDialog action={action} {...props} />
  );

function ActionDialog({ action, canary, onClose }: CanaryDialogProps<ActionWithoutFields>) {
  const [updateCanary, call] = consoleApi.useUpdateCanaryMutation();
  const { title, submit } = copy.deployments[action];
  const { effects, done } = descriptions[action](canary);
  return (
    <ConfirmDialog
      title={title}
      effects={effects}
      submit={submit}
      call={call}
      noteKey={`canary ${action}`}
      onSubmit={async (note) => {
        const { error } = await updateCanary({ ...canaryRequest(action, canary), ...note });
        return error ? null : done;
      }}
      onClose={onClose}
    >
      <DeploymentEffects target={{ set: canary.set.id }} showsOnlyVisitors={action !== 'finish'} />
    </ConfirmDialog>
  );
}

function IncreaseDialog({ action, canary, onClose }: CanaryDialogProps<'widen'>) {
  const [updateCanary, call] = consoleApi.useUpdateCanaryMutation();
  const [typed, setTyped] = useState(String(Math.min(maxCanaryPercent, Math.max(50, canary.percent + 1))));
  const percent = readWholeNumber(typed, canary.percent + 1, maxCanaryPercent);
  return (
    <ConfirmDialog
      title={increase.title}
      effects={[increase.effect(canary.percent, typed), ...(canary.plan ? [increase.effectStages] : [])]}
      submit={increase.submit}
      call={call}
      noteKey={`canary ${action}`}
      onSubmit={async (note) => {
        if (percent === null) return null;
        const { error } = await updateCanary({ action, percent, set: canary.set.id, ...note });
        return error ? null : increase.done(percent);
      }}
      onClose={onClose}
      fields={
        <TextField
          label={increase.percent}
          hint={increase.percentHint(canary.percent)}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={percent === null ? increase.percentWrong(canary.percent) : null}
        />
      }
    >
      <DeploymentEffects target={{ set: canary.set.id }} />
    </ConfirmDialog>
  );
}
