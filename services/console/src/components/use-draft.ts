import { useState } from 'react';

const drafts = new Map<string, string>();

/** A text that outlives its dialog, in memory only, so that a closed dialog loses nothing. */
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
