import { Button } from '@funnel/ui/button';
import { useState } from 'react';

import { useContent } from '../content/content.ts';
import styles from './transaction-id.module.css';

/** About 70 characters, of which the screen shows the first ones. Paper, a selection and a screen reader have all of them. */
export function TransactionId({ id }: { id: string }) {
  const { paid: content } = useContent().success;
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  const messages = { copied: content.copied, failed: content.copyFailed };

  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      setResult('copied');
    } catch {
      // The clipboard is denied, or the page is not secure. The whole id can be read instead.
      setResult('failed');
    }
  }

  return (
    <>
      <span translate="no" className={result === 'failed' ? undefined : styles['line']}>
        {id}
      </span>
      <Button tone="quiet" className={styles['copy']} aria-label={content.copyTransaction} onClick={copy}>
        {content.copy}
      </Button>
      <span role="status" className={styles['result']}>
        {result && messages[result]}
      </span>
    </>
  );
}
