import { useEffect, useState, type RefObject } from 'react';

/** What is below the window counts as within it, so that a jump over the element is noticed as well. */
const rootMargin = '0px 0px 100000px';

/** Whether the element is above the window. */
export function useScrolledPast(element: RefObject<Element | null>): boolean {
  const [isPast, setIsPast] = useState(false);

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setIsPast(entries.at(-1)?.isIntersecting === false),
      { rootMargin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);

  return isPast;
}
