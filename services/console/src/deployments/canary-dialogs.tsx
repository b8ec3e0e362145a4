import type { CanaryRequest, ReleaseStatus } from '@funnel/contracts/release-management';
import { TextField } from '@funnel/ui/text-field';
import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { useAnnouncements } from '../layout/announcement.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useDraft } from '../components/use-draft.ts';
import { readWholeNumber } from '../components/whole-number.ts';
import { consoleApi } from '../api/console-api.ts';
import { noteOf } from './deployment-fields.ts';

const { increase, stop, finish } = copy.deployments;

interface CanaryDialogProps {
  readonly canary: NonNullable<ReleaseStatus['canary']>;
  readonly onClose: () => void;
}

type Action = CanaryRequest['action'];

function useCanaryUpdate(action: Action, onClose: () => void) {
  const [updateCanary, { isLoading, error }] = consoleApi.useUpdateCanaryMutation();
  const { announce } = useAnnouncements();
  const [note, setNote] = useDraft(`canary ${action}`);
  return {
    note: noteOf(note),
    /** The props that all three dialogs share. */
    dialog: { isBusy: isLoading, error, note: { text: note, set: setNote }, onClose },
    async update(request: CanaryRequest, done: string) {
      const result = await updateCanary(request);
      if (result.error) return;
      setNote('');
      announce(done);
      onClose();
    },
  };
}

export function IncreaseDialog({ canary, onClose }: CanaryDialogProps) {
  const { dialog, note, update } = useCanaryUpdate('widen', onClose);
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

export function StopDialog({ canary, onClose }: CanaryDialogProps) {
  const { dialog, note, update } = useCanaryUpdate('stop', onClose);
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

export function FinishDialog({ canary, onClose }: CanaryDialogProps) {
  const { dialog, note, update } = useCanaryUpdate('finish', onClose);
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
