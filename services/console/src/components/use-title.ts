import { useEffect } from 'react';

import { copy } from '../content/copy.ts';

/** What stands in the browser's tab. */
export function useTitle(view: string): void {
  useEffect(() => {
    document.title = copy.title(view);
  }, [view]);
}
