import { maxCanaryPercent, parseStages } from '@funnel/contracts/canary-stages';
import { TextField } from '@funnel/ui/text-field';
import { useState } from 'react';

import { consoleApi } from '../api/console-api.ts';
import { toFailure } from '../api/failure.ts';
import { ConfirmDialog, type Note } from '../components/confirm-dialog.tsx';
import { DeprecatedVersions } from '../components/notices.tsx';
import { Checkbox, RadioGroup } from '../components/choices.tsx';
import { readWholeNumber } from '../components/whole-number.ts';
import { copy } from '../content/copy.ts';
import { DeploymentEffects } from './deployment-effects.tsx';

const { promote: text } = copy.deployments;

const audiences = ['share', 'staged', 'all'] as const;

interface PromoteDialogProps {
  readonly name: string;
  readonly version: string;
  readonly onClose: () => void;
}

/** Makes a version live, for all new visitors or as a canary. */
export function PromoteDialog({ name, version, onClose }: PromoteDialogProps) {
  const { data: status } = consoleApi.useStatusQuery();
  const { data: published } = consoleApi.useBuildsQuery();
  // The effects are those of a promotion on this set, so the service rejects it if another one is live by now.
  const [liveSetId] = useState(status?.set?.id);
  const [promote, call] = consoleApi.usePromoteMutation();
  const [audience, setAudience] = useState<(typeof audiences)[number]>('share');
  const [percent, setPercent] = useState('10');
  const [typedStages, setTypedStages] = useState('10:2h, 50:1d');
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const [isForced, setIsForced] = useState(false);

  const deprecation =
    published?.builds.find((build) => build.name === name && build.version === version)?.deprecation ?? null;
  const isShare = audience === 'share';
  const isForAll = audience === 'all';
  const isStaged = audience === 'staged';
  const share = readWholeNumber(percent, 1, maxCanaryPercent);
  const stages = parseStages(typedStages);
  const failure = toFailure(call.error);
  const isRejected = failure?.kind === 'rejected' && failure.code === 'promotion-refused';

  /** Which visitors get the version, as a part of the request; null if a field is not valid. */
  const audienceFields = {
    share: share === null ? null : { canary: share },
    staged: stages && { stages },
    all: isWithdrawing ? { withdraw: true } : {},
  }[audience];
  const done = {
    share: text.doneShare(name, version, share ?? 0),
    staged: text.doneStages(name, version),
    all: text.doneAll(name, version),
  }[audience];

  async function submit(note: Note) {
    if (!audienceFields) return null;
    const force = isForced ? { force: true } : {};
    const changes = [`${name}@${version}`];
    const { error } = await promote({ changes, live: liveSetId, ...audienceFields, ...force, ...note });
    return error ? null : done;
  }

  const firstPercent = isStaged ? String(stages?.[0]?.percent ?? '') : percent;
  const canaryEffects = [
    text.effectShare(name, version, firstPercent),
    ...(isStaged ? [text.effectStages] : []),
    text.effectShareStay,
    text.effectAutoRollback,
  ];
  return (
    <ConfirmDialog
      title={text.title(name, version)}
      effects={
        isForAll
          ? [text.effectAll(name, version), isWithdrawing ? text.effectAllMove : text.effectAllStay]
          : canaryEffects
      }
      submit={isForAll ? text.submitAll : text.submitShare}
      call={call}
      noteKey={`promote ${name} ${version}`}
      onSubmit={submit}
      onClose={onClose}
      fields={
        <>
          {deprecation !== null && <DeprecatedVersions versions={[{ name, version, reason: deprecation }]} />}
          <RadioGroup
            label={text.audience}
            values={audiences}
            options={{ share: text.share, staged: text.staged, all: text.all }}
            value={audience}
            onChange={setAudience}
          />
          {isForAll && (
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
          {isStaged && (
            <TextField
              label={text.stages}
              hint={text.stagesHint}
              autoComplete="off"
              value={typedStages}
              onChange={(event) => setTypedStages(event.target.value)}
              error={stages === null ? text.stagesWrong : null}
            />
          )}
        </>
      }
    >
      <DeploymentEffects target={{ change: `${name}@${version}` }} />
      {(isRejected || isForced) && (
        <Checkbox checked={isForced} onChange={setIsForced}>
          {text.force}. {text.forceHint}
        </Checkbox>
      )}
    </ConfirmDialog>
  );
}
