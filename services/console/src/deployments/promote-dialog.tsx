import { TextField } from '@funnel/ui/text-field';
import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { useAnnouncements } from '../layout/announcement.tsx';
import { Checkbox, RadioGroup } from '../components/radio-group.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useDraft } from '../components/use-draft.ts';
import { readWholeNumber } from '../components/whole-number.ts';
import { consoleApi } from '../api/console-api.ts';
import { toFailure } from '../api/failure.ts';
import { noteOf } from './deployment-fields.ts';

const { promote: text } = copy.deployments;

const audiences = ['share', 'all'] as const;

interface PromoteDialogProps {
  readonly name: string;
  readonly version: string;
  readonly onClose: () => void;
}

/** Makes a version live, for all new visitors or as a canary. */
export function PromoteDialog({ name, version, onClose }: PromoteDialogProps) {
  const [promote, { isLoading, error }] = consoleApi.usePromoteMutation();
  const { announce } = useAnnouncements();
  const [audience, setAudience] = useState<(typeof audiences)[number]>('share');
  const [percent, setPercent] = useState('10');
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const [isForced, setIsForced] = useState(false);
  const [note, setNote] = useDraft(`promote ${name} ${version}`);

  const isShare = audience === 'share';
  const share = readWholeNumber(percent, 1, 99);
  const failure = toFailure(error);
  const isRejected = failure?.kind === 'rejected' && failure.code === 'promotion-refused';

  async function submit() {
    if (isShare && share === null) return;
    const canary = isShare && share !== null ? { canary: share } : {};
    const withdraw = !isShare && isWithdrawing ? { withdraw: true } : {};
    const force = isForced ? { force: true } : {};
    const changes = [`${name}@${version}`];
    const result = await promote({ changes, ...canary, ...withdraw, ...force, ...noteOf(note) });
    if (result.error) return;
    setNote('');
    announce(isShare && share !== null ? text.doneShare(name, version, share) : text.doneAll(name, version));
    onClose();
  }

  return (
    <ConfirmDialog
      title={text.title(name, version)}
      effects={
        isShare
          ? [text.effectShare(name, version, percent), text.effectShareStay, text.effectAutoRollback]
          : [text.effectAll(name, version), isWithdrawing ? text.effectAllMove : text.effectAllStay]
      }
      submit={isShare ? text.submitShare : text.submitAll}
      isBusy={isLoading}
      error={error}
      note={{ text: note, set: setNote }}
      onSubmit={() => void submit()}
      onClose={onClose}
      fields={
        <>
          <RadioGroup
            label={text.audience}
            values={audiences}
            options={{ all: text.all, share: text.share }}
            value={audience}
            onChange={setAudience}
          />
          {!isShare && (
            <Checkbox checked={isWithdrawing} onChange={setIsWithdrawing}>
              {text.withdraw}
            </Checkbox>
          )}
          {isShare && (
            <TextField
              label={text.percent}
              hint={text.percentHint}
              inputMode="numeric"
              autoComplete="off"
              value={percent}
              onChange={(event) => setPercent(event.target.value)}
              error={share === null ? text.percentWrong : null}
            />
          )}
        </>
      }
    >
      {(isRejected || isForced) && (
        <Checkbox checked={isForced} onChange={setIsForced}>
          {text.force}. {text.forceHint}
        </Checkbox>
      )}
    </ConfirmDialog>
  );
}
