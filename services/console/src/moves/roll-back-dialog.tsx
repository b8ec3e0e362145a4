import type { StoredSet } from '@funnel/contracts/release-management';
import { Notice } from '@funnel/ui/notice';

import { copy } from '../content/copy.ts';
import { useAnnouncements } from '../frame/announcement.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { ReasonList } from '../parts/reason-list.tsx';
import { useDraft } from '../parts/use-draft.ts';
import { consoleApi } from '../service/console-api.ts';
import { noteOf } from './move-fields.ts';
import { SetChanges } from './set-changes.tsx';

const { rollBack: text } = copy.moves;

interface RollBackDialogProps {
  readonly live: StoredSet;
  /** The id of the set to go back to; null for the one before the live one. */
  readonly to: string | null;
  readonly onClose: () => void;
}

/** Takes production back to a set that was live before. */
export function RollBackDialog({ live, to, onClose }: RollBackDialogProps) {
  const [rollBack, { isLoading, error }] = consoleApi.useRollBackMutation();
  const { announce } = useAnnouncements();
  const [note, setNote] = useDraft(`roll back ${to}`);

  async function submit() {
    const answer = await rollBack({ ...(to && { to }), ...noteOf(note) });
    if (answer.error) return;
    setNote('');
    announce(text.done);
    onClose();
  }
  return (
    <ConfirmDialog
      title={text.title}
      effects={[to ? text.effectTo(to) : text.effectBefore, text.effectWithdrawn]}
      submit={text.submit}
      isBusy={isLoading}
      error={error}
      note={{ text: note, set: setNote }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {to && <Changes live={live} to={to} />}
    </ConfirmDialog>
  );
}

function Changes({ live, to }: { readonly live: StoredSet; readonly to: string }) {
  const verification = consoleApi.useVerificationQuery(to);
  return (
    <Loaded query={verification}>
      {({ set, reasons }) => (
        <>
          <div>
            <h3>{text.changes}</h3>
            <SetChanges from={live.members} to={set.members} />
          </div>
          {reasons.length > 0 && (
            <Notice tone="amber" icon="warning" title={text.speaksAgainst}>
              <ReasonList reasons={reasons} />
            </Notice>
          )}
        </>
      )}
    </Loaded>
  );
}
