import type { OperatorTokens } from '@funnel/contracts/operators';

import { CompactButton } from '../components/compact-button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { useNow } from '../components/use-now.ts';
import { copy } from '../content/copy.ts';
import styles from './tokens.module.css';

const text = copy.tokens;

export type Token = OperatorTokens['tokens'][number];

interface TokensTableProps {
  readonly tokens: readonly Token[];
  /** Only tokens whose name contains it are shown. */
  readonly searched: string;
  readonly onRevoke: (token: Token) => void;
}

export function TokensTable({ tokens, searched, onRevoke }: TokensTableProps) {
  const part = searched.trim().toLowerCase();
  const columns: readonly Column<Token>[] = [
    { header: text.name, cell: ({ name }) => <strong>{name}</strong> },
    { header: text.preset, cell: ({ preset }) => preset },
    { header: text.created, cell: ({ createdAt }) => <Timestamp atMs={createdAt} /> },
    { header: text.madeBy, cell: ({ madeBy }) => madeBy },
    {
      header: text.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? text.neverUsed : <Timestamp atMs={lastUsedAt} />),
    },
    { header: text.expires, cell: ({ expiresAt }) => <Expiry atMs={expiresAt} /> },
    {
      header: text.actions,
      kind: 'actions',
      cell: (token) => (
        <CompactButton aria-label={text.revokeOf(token.name)} onClick={() => onRevoke(token)}>
          {text.revoke}
        </CompactButton>
      ),
    },
  ];
  return (
    <DataTable
      label={copy.views.tokens}
      columns={columns}
      rows={tokens.filter(({ name }) => name.includes(part))}
      empty={<EmptyState icon="lock" text={part ? text.noneFound : text.empty} />}
      keyOf={({ id }) => id}
    />
  );
}

function Expiry({ atMs }: { readonly atMs: number }) {
  const isExpired = atMs <= useNow();
  return (
    <span className={isExpired ? styles['expired'] : undefined}>
      {isExpired && `${text.expired} `}
      <Timestamp atMs={atMs} />
    </span>
  );
}
