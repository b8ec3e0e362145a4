import { useState } from 'react';

const drafts = new Map<string, string>();

/** For the next operator, whose form must not contain what this one has typed. */
export const forgetDrafts = (): void => drafts.clear();

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
