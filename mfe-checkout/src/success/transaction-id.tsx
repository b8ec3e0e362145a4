import { Button } from '@funnel/ui/button';
import { useState } from 'react';

import { useContent } from '../content/content.ts';
import styles from './transaction-id.module.css';

/** Shortened on the screen, because it has about 70 characters. The button copies all of it, and paper shows all of it. */
export function TransactionId({ id }: { id: string }) {
  const { paid: content } = useContent().success;
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  const messages = { copied: content.copied, failed: content.copyFailed };

  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      setResult('copied');
    } catch {
      // The clipboard is denied, or the page is not secure. The full id can be selected instead.
      setResult('failed');
    }
  }

  return (
    <>
      {result !== 'failed' && (
        <span translate="no" className={styles['short']}>
          {shorten(id)}
        </span>
      )}
      <span translate="no" className={result === 'failed' ? undefined : styles['full']}>
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

/** `cs_test_a1B2…x9Yz`; a short id stays as it is. */
const shorten = (id: string) => (id.length <= 20 ? id : `${id.slice(0, 12)}…${id.slice(-4)}`);
