import { operatorNameSchema, presetSchema } from '@funnel/contracts/operators';
import { Notice } from '@funnel/ui/notice';
import { TextField } from '@funnel/ui/text-field';
import { useState, type FormEvent } from 'react';

import { consoleApi } from '../api/console-api.ts';
import { CompactButton } from '../components/compact-button.tsx';
import { CopyField } from '../components/copy-field.tsx';
import layout from '../components/dialog-layout.module.css';
import { FailureNotice } from '../components/notices.tsx';
import { RadioGroup } from '../components/choices.tsx';
import { SideSheet } from '../components/side-sheet.tsx';
import { readWholeNumber } from '../components/whole-number.ts';
import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';

const text = copy.tokens;

const presetNames = ['viewer', 'publisher', 'releaser', 'admin'] as const;
type PresetName = (typeof presetNames)[number];

/** Creates a token and shows it once. The service stores only its hash. */
export function AddTokenSheet({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [presetName, setPresetName] = useState<PresetName>('viewer');
  const [remotes, setRemotes] = useState('');
  const [days, setDays] = useState('90');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [createToken, { data: created, error, isLoading }] = consoleApi.useCreateTokenMutation();
  const isName = operatorNameSchema.safeParse(name).success;
  const wholeDays = readWholeNumber(days, 1, 365);
  const names = remotes.replaceAll(/\s/g, '');
  const preset = presetName === 'publisher' ? `publisher:${names}` : presetName;
  const isPreset = presetSchema.safeParse(preset).success;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setIsSubmitted(true);
    if (!isName || !isPreset || wholeDays === null) return;
    await createToken({ name, preset, days: wholeDays });
  }

  return (
    <SideSheet title={created ? text.of(created.name) : text.add} busy={isLoading} onClose={onClose}>
      {created ? (
        <div role="status" className={layout['stack']}>
          <Notice tone="success">{text.once(formatInstant(created.expiresAt))}</Notice>
          <CopyField label={text.token} text={created.token} action={text.copy}>
            <CompactButton onClick={onClose}>{text.done}</CompactButton>
          </CopyField>
        </div>
      ) : (
        <form className={layout['form']} onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            label={text.name}
            hint={text.nameHint}
            autoComplete="off"
            autoCapitalize="none"
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={isSubmitted && !isName ? text.nameHint : null}
          />
          <TextField
            label={text.days}
            hint={text.daysHint}
            inputMode="numeric"
            autoComplete="off"
            value={days}
            onChange={(event) => setDays(event.target.value)}
            error={wholeDays === null ? text.daysWrong : null}
          />
          <RadioGroup
            label={text.preset}
            values={presetNames}
            options={text.presets}
            value={presetName}
            onChange={setPresetName}
          />
          {presetName === 'publisher' && (
            <TextField
              label={text.remotes}
              hint={text.remotesHint}
              autoComplete="off"
              autoCapitalize="none"
              value={remotes}
              onChange={(event) => setRemotes(event.target.value)}
              error={isSubmitted && !isPreset ? text.remotesWrong : null}
            />
          )}
          <FailureNotice error={error} />
          <div className={layout['buttons']}>
            <CompactButton type="submit" tone="primary" busy={isLoading} busyLabel={copy.working}>
              {text.submit}
            </CompactButton>
            <CompactButton disabled={isLoading} onClick={onClose}>
              {copy.cancel}
            </CompactButton>
          </div>
        </form>
      )}
    </SideSheet>
  );
}
