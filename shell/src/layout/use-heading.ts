import { documentTitle } from '@funnel/contracts/brand';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Ties the page to the heading of the screen: the document's title follows it, and a change of path scrolls to the top
 * and moves the focus to it, so that a screen reader says where the visitor is. Not on the first screen, which the
 * visitor may already be using.
 */
export function useHeading(stage: RefObject<HTMLElement | null>, path: string): void {
  const shownPath = useRef(path);

  // Left to itself, the browser scrolls to where the visitor was when they go back in history.
  useEffect(() => void (history.scrollRestoration = 'manual'), []);

  useEffect(() => {
    const root = stage.current;
    if (!root) return;
    let focusIsDue = shownPath.current !== path;
    shownPath.current = path;
    if (focusIsDue) scrollTo(0, 0);

    const follow = () => {
      const heading = root.querySelector('h1');
      const title = documentTitle(heading?.textContent ?? '');
      if (document.title !== title) document.title = title;
      // A heading that stands in for the screen's own hands the focus on.
      const isStandIn = Boolean(heading?.closest('[aria-busy="true"]'));
      if (!heading || !(focusIsDue || isStandIn)) return;
      focusIsDue = isStandIn;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    follow();
    // A screen may bring its heading, or change it, after it was shown first.
    const observer = new MutationObserver(follow);
    observer.observe(root, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [stage, path]);
}
