import { useState } from 'react';

const drafts = new Map<string, string>();

/** A text that is kept in memory while its dialog is closed. */
export function useDraft(key: string): [text: string, set: (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(key) ?? '');
  return [
    text,
    (next) => {
      drafts.set(key, next);
      setText(next);
    },
  ];
}
