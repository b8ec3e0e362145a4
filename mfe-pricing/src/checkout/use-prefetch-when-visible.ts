import { useShell } from '@funnel/shell-kit/shell-context';
import { useEffect, useRef, type RefObject } from 'react';

/** Prefetches the remote of `path` when the element becomes visible. */
export function usePrefetchWhenVisible<T extends Element>(path: string): RefObject<T | null> {
  const shell = useShell();
  const element = useRef<T>(null);

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      shell.prefetch(path);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [shell, path]);

  return element;
}
