import type { OperatorTokens } from '@funnel/contracts/operators';
import { useState } from 'react';

import { copy } from '../content/copy.ts';
import { formatInstant } from '../content/format.ts';
import { useAnnouncements } from '../layout/announcement.tsx';
import { polling } from '../layout/polling.ts';
import { CompactButton } from '../components/compact-button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { useNow } from '../components/use-now.ts';
import { consoleApi } from '../api/console-api.ts';
import { AddToken } from './add-token.tsx';
import styles from './tokens.module.css';

const text = copy.tokens;

type Token = OperatorTokens['tokens'][number];

export function TokensPage() {
  const tokens = consoleApi.useTokensQuery(undefined, polling);
  const [revoking, setRevoking] = useState<Token | null>(null);
  return (
    <Page title={copy.views.tokens} lead={text.lead} queries={[tokens]}>
      <AddToken />
      <Panel title={copy.views.tokens}>
        <QueryContent query={tokens}>
          {({ tokens: listed }) =>
            listed.length === 0 ? (
              <p>{text.empty}</p>
            ) : (
              <ul className={styles['list']}>
                {listed.map((token) => (
                  <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
                ))}
              </ul>
            )
          }
        </QueryContent>
      </Panel>
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(null)} />}
    </Page>
  );
}

interface TokenRowProps {
  readonly token: Token;
  readonly onRevoke: () => void;
}

function TokenRow({
  token: { name, preset, createdAt, expiresAt, lastUsedAt, madeBy },
  onRevoke,
}: TokenRowProps) {
  const nowMs = useNow();
  const end = formatInstant(expiresAt);
  return (
    <li className={styles['token']}>
      <div className={styles['what']}>
        <p>
          <strong>{name}</strong>, {preset}
        </p>
        <p className={styles['hint']}>
          {text.created(formatInstant(createdAt), madeBy)},{' '}
          {expiresAt > nowMs ? text.expires(end) : text.expired(end)},{' '}
          {lastUsedAt === null ? text.neverUsed : text.lastUsed(formatInstant(lastUsedAt))}
        </p>
      </div>
      <CompactButton aria-label={text.revokeOf(name)} onClick={onRevoke}>
        {text.revoke}
      </CompactButton>
    </li>
  );
}

function RevokeDialog({
  token: { id, name },
  onClose,
}: {
  readonly token: Token;
  readonly onClose: () => void;
}) {
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
