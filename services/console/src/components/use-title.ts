import { useEffect } from 'react';

import { copy } from '../content/copy.ts';

/** Sets the title of the browser tab. */
export function useTitle(view: string): void {
  useEffect(() => {
    document.title = copy.title(view);
  }, [view]);
}
