import { documentTitle } from '@funnel/contracts/brand';
import { useEffect, useRef, type RefObject } from 'react';

/** Moves the focus to a heading, so that a screen reader announces its screen. */
export function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Keeps the document's title equal to the screen's heading. A change of path scrolls to the top and moves the focus to the
 * heading, so that a screen reader announces the screen. The first screen is left alone: the visitor may already be using it.
 */
export function useHeading(main: RefObject<HTMLElement | null>, path: string): void {
  const shownPath = useRef(path);

  // By default the browser restores the scroll position when the visitor goes back in history.
  useEffect(() => void (history.scrollRestoration = 'manual'), []);

  useEffect(() => {
    const root = main.current;
    if (!root) return;
    let needsFocus = shownPath.current !== path;
    let needsScroll = needsFocus;
    shownPath.current = path;

    const update = () => {
      if (needsScroll) scrollTo(0, 0);
      needsScroll = false;
      const heading = root.querySelector('h1');
      const title = documentTitle(heading?.textContent ?? '');
      if (document.title !== title) document.title = title;
      // The heading of the loading screen passes the focus on to the heading of the loaded screen.
      const isPlaceholder = Boolean(heading?.closest('[aria-busy="true"]'));
      if (!heading || !(needsFocus || isPlaceholder)) return;
      needsFocus = isPlaceholder;
      focusHeading(heading);
    };
    // Scrolling and focusing make the browser lay out the page. In a microtask they come after the top bar has rendered, which
    // a screen sets in an effect, so the page is laid out once. If the screen has changed by then, the observer may come first.
    queueMicrotask(update);
    // A screen may add or change its heading after its first render.
    const observer = new MutationObserver(update);
    observer.observe(root, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [main, path]);
}
