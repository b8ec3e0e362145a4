import type { ExperimentReport } from '@funnel/contracts/experiment-reports';
import { TextField } from '@funnel/ui/text-field';
import { useState } from 'react';

import { consoleApi } from '../api/console-api.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { RadioGroup } from '../components/choices.tsx';
import { useDraft } from '../components/use-draft.ts';
import { copy } from '../content/copy.ts';

const text = copy.experiments.decide;
const maxLength = 500;

interface DecideDialogProps {
  readonly report: ExperimentReport;
  readonly onClose: () => void;
}

/** Records which arm is kept, and why. */
export function DecideDialog({ report: { name, arms }, onClose }: DecideDialogProps) {
  const [decide, call] = consoleApi.useDecideExperimentMutation();
  const [why, setWhy] = useDraft(`decide ${name}`);
  const names = arms.map((arm) => arm.name);
  const [arm, setArm] = useState(names[0] ?? '');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const reason = why.trim();
  const isReason = reason.length > 0 && reason.length <= maxLength;

  async function submit() {
    setIsSubmitted(true);
    if (!isReason) return null;
    const { error } = await decide({ experiment: name, arm, why: reason });
    if (error) return null;
    setWhy('');
    return text.done(arm);
  }

  return (
    <ConfirmDialog
      title={text.title(name)}
      effects={[text.effect]}
      submit={text.submit}
      call={call}
      onSubmit={submit}
      onClose={onClose}
      fields={
        <>
          <RadioGroup
            label={text.arm}
            values={names}
            options={Object.fromEntries(names.map((option) => [option, option]))}
            value={arm}
            onChange={setArm}
          />
          <TextField
            label={text.why}
            hint={text.whyHint}
            autoComplete="off"
            value={why}
            onChange={(event) => setWhy(event.target.value)}
            error={isSubmitted && !isReason ? text.whyMissing : null}
          />
        </>
      }
    />
  );
}
