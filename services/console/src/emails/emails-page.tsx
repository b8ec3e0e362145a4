import { useState } from 'react';

import { consoleApi, polling } from '../api/console-api.ts';
import { CompactButton } from '../components/compact-button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryContent } from '../components/query-content.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { copy } from '../content/copy.ts';
import { EmailSheet, type LocalEmail } from './email-sheet.tsx';

const text = copy.emails;

/** The local mailbox of a service in development. */
export function EmailsPage() {
  const query = consoleApi.useLocalEmailsQuery(undefined, polling);
  const [opened, setOpened] = useState<LocalEmail | null>(null);
  const columns: readonly Column<LocalEmail>[] = [
    { header: text.subject, cell: ({ subject }) => <strong>{subject}</strong> },
    { header: text.recipient, kind: 'outside-text', cell: ({ to }) => to },
    { header: text.sent, cell: ({ createdAt }) => <Timestamp atMs={createdAt} /> },
    {
      header: text.actions,
      kind: 'actions',
      cell: (email) => (
        <CompactButton aria-label={text.openOf(email.subject, email.to)} onClick={() => setOpened(email)}>
          {text.open}
        </CompactButton>
      ),
    },
  ];
  return (
    <Page title={copy.views.emails} intro={text.intro} queries={[query]}>
      <Panel title={text.list}>
        <QueryContent query={query}>
          {({ emails }) => (
            <DataTable
              label={text.list}
              columns={columns}
              rows={emails ?? []}
              empty={<EmptyState text={emails ? text.empty : text.none} />}
              keyOf={({ id }) => id}
            />
          )}
        </QueryContent>
      </Panel>
      {opened && <EmailSheet email={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}
