import { startTransition, useEffect, useState } from 'react';

/** From this width on, `offer-page.module.css` places the plans beside the first sections instead of below them. */
const plansBeside = '(min-width: 1024px)';

/**
 * Which parts of the offer are on the page. It is rendered in three steps, from top to bottom, so that the visitor does
 * not wait for what is below the window; in two where the plans are beside the first sections.
 */
export function usePartsShown(): { readonly showsPlans: boolean; readonly showsRest: boolean } {
  const [count, setCount] = useState(() => (matchMedia(plansBeside).matches ? 2 : 1));

  useEffect(() => {
    if (count < 3) startTransition(() => setCount(count + 1));
  }, [count]);

  return { showsPlans: count > 1, showsRest: count > 2 };
}
