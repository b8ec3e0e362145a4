import type { CanaryRequest, ReleaseStatus } from '@funnel/contracts/release-management';
import { TextField } from '@funnel/ui/text-field';
import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { useAnnouncements } from '../layout/announcement.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useDraft } from '../components/use-draft.ts';
import { readWholeNumber } from '../components/whole-number.ts';
import { consoleApi } from '../api/console-api.ts';
import { DeploymentEffects } from './deployment-effects.tsx';
import { noteOf } from './deployment-fields.ts';

const { increase, hold, resume, stop, finish } = copy.deployments;

interface CanaryDialogProps {
  readonly canary: NonNullable<ReleaseStatus['canary']>;
  readonly onClose: () => void;
}

type Action = CanaryRequest['action'];

function useCanaryUpdate(action: Action, { canary, onClose }: CanaryDialogProps) {
  const [updateCanary, { isLoading, error }] = consoleApi.useUpdateCanaryMutation();
  const { announce } = useAnnouncements();
  const [note, setNote] = useDraft(`canary ${action}`);
  return {
    note: noteOf(note),
    /** The props that all dialogs share. */
    dialog: {
      isBusy: isLoading,
      error,
      note: { text: note, set: setNote },
      onClose,
      children: <DeploymentEffects target={{ set: canary.set.id }} />,
    },
    async update(request: CanaryRequest, done: string) {
      const result = await updateCanary(request);
      if (result.error) return;
      setNote('');
      announce(done);
      onClose();
    },
  };
}

export function IncreaseDialog(props: CanaryDialogProps) {
  const { canary } = props;
  const { dialog, note, update } = useCanaryUpdate('widen', props);
  const [typed, setTyped] = useState(String(Math.min(99, Math.max(50, canary.percent + 1))));
  const percent = readWholeNumber(typed, canary.percent + 1, 99);
  return (
    <ConfirmDialog
      {...dialog}
      title={increase.title}
      effects={[increase.effect(canary.percent, typed)]}
      submit={increase.submit}
      onSubmit={() => {
        if (percent !== null) void update({ action: 'widen', percent, ...note }, increase.done(percent));
      }}
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
    />
  );
}

export function HoldDialog(props: CanaryDialogProps) {
  const { canary } = props;
  const { dialog, note, update } = useCanaryUpdate('hold', props);
  return (
    <ConfirmDialog
      {...dialog}
      title={hold.title}
      effects={[hold.effect(canary.percent)]}
      submit={hold.submit}
      onSubmit={() => void update({ action: 'hold', ...note }, hold.done)}
    />
  );
}

export function ResumeDialog(props: CanaryDialogProps) {
  const { canary } = props;
  const { dialog, note, update } = useCanaryUpdate('resume', props);
  return (
    <ConfirmDialog
      {...dialog}
      title={resume.title}
      effects={[canary.plan?.remainingMs === 0 ? resume.effectNow : resume.effectLater]}
      submit={resume.submit}
      onSubmit={() => void update({ action: 'resume', ...note }, resume.done)}
    />
  );
}

export function StopDialog(props: CanaryDialogProps) {
  const { canary } = props;
  const { dialog, note, update } = useCanaryUpdate('stop', props);
  return (
    <ConfirmDialog
      {...dialog}
      title={stop.title}
      effects={[stop.effect(canary.set.number)]}
      submit={stop.submit}
      onSubmit={() => void update({ action: 'stop', ...note }, stop.done)}
    />
  );
}

export function FinishDialog(props: CanaryDialogProps) {
  const { canary } = props;
  const { dialog, note, update } = useCanaryUpdate('finish', props);
  return (
    <ConfirmDialog
      {...dialog}
      title={finish.title}
      effects={[finish.effect(canary.set.number), finish.effectStay]}
      submit={finish.submit}
      onSubmit={() => void update({ action: 'finish', ...note }, finish.done(canary.set.number))}
    />
  );
}
