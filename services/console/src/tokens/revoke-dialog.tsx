import { copy } from '../content/copy.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { consoleApi } from '../api/console-api.ts';
import type { Token } from './tokens-table.tsx';

const text = copy.tokens;

interface RevokeDialogProps {
  readonly token: Token;
  readonly onClose: () => void;
}

export function RevokeDialog({ token: { id, name }, onClose }: RevokeDialogProps) {
  const [revoke, call] = consoleApi.useRevokeTokenMutation();
  return (
    <ConfirmDialog
      title={text.revokeTitle(name)}
      effects={[text.revokeEffect(name), text.registrationsEffect(id)]}
      submit={text.revokeSubmit}
      call={call}
      onSubmit={async () => ((await revoke(id)).error ? null : text.revoked(name))}
      onClose={onClose}
    />
  );
}
