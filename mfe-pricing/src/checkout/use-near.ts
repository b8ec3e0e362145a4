import { useEffect, useRef, type RefObject } from 'react';

/** Calls `onNear` once, when the element is about to come into view. */
export function useNear<T extends Element>(onNear: () => void): RefObject<T | null> {
  const element = useRef<T>(null);
  const latest = useRef(onNear);
  latest.current = onNear;

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      latest.current();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);

  return element;
}
