import type { OperatorTokens } from '@funnel/contracts/operators';

import { copy } from '../content/copy.ts';
import { useAnnouncements } from '../layout/announcement.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { consoleApi } from '../api/console-api.ts';

const text = copy.tokens;

interface RevokeDialogProps {
  readonly token: OperatorTokens['tokens'][number];
  readonly onClose: () => void;
}

export function RevokeDialog({ token: { id, name }, onClose }: RevokeDialogProps) {
  const [revoke, { isLoading, error }] = consoleApi.useRevokeTokenMutation();
  const { announce } = useAnnouncements();
  async function submit() {
    const result = await revoke(id);
    if (result.error) return;
    announce(text.revoked(name));
    onClose();
  }
  return (
    <ConfirmDialog
      title={text.revokeTitle(name)}
      effects={[text.revokeEffect(name)]}
      submit={text.revokeSubmit}
      isBusy={isLoading}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  );
}
