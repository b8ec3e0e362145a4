import { useState } from 'react';

import { polling, consoleApi } from '../api/console-api.ts';
import { CompactButton } from '../components/compact-button.tsx';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { QueryContent } from '../components/query-content.tsx';
import fields from '../components/select-field.module.css';
import { copy } from '../content/copy.ts';
import { AddTokenSheet } from './add-token-sheet.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { TokensTable, type Token } from './tokens-table.tsx';

const text = copy.tokens;
/** A longer list fills several screens, so it gets a search field. */
const maxWithoutSearch = 20;

export function TokensPage() {
  const tokens = consoleApi.useTokensQuery(undefined, polling);
  const [searched, setSearched] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  return (
    <Page
      title={copy.views.tokens}
      intro={text.intro}
      action={
        <CompactButton tone="primary" onClick={() => setIsAdding(true)}>
          {text.open}
        </CompactButton>
      }
      queries={[tokens]}
    >
      <Panel title={text.list}>
        <QueryContent query={tokens}>
          {({ tokens: listed }) => {
            const isSearchable = listed.length > maxWithoutSearch || searched !== '';
            return (
              <>
                {isSearchable && (
                  <label className={fields['field']}>
                    {text.search}
                    <input
                      type="search"
                      className={fields['control']}
                      value={searched}
                      onChange={({ target }) => setSearched(target.value)}
                    />
                  </label>
                )}
                <TokensTable tokens={listed} searched={searched} onRevoke={setRevoking} />
              </>
            );
          }}
        </QueryContent>
      </Panel>
      {isAdding && <AddTokenSheet onClose={() => setIsAdding(false)} />}
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(null)} />}
    </Page>
  );
}
