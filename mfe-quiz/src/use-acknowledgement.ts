import { useEffect, useRef } from 'react';

/** How long the chosen option is marked before the next screen slides in. */
const acknowledgementMs = 120;

/**
 * Returns a function that records a choice at once and continues after the acknowledgement. Until then it ignores further
 * choices: a second tap must not change the answer. A visitor who leaves the screen in between does not continue.
 */
export function useAcknowledgement(): (record: () => void, goToNext: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );

  return (record, goToNext) => {
    if (timer.current !== null) return;
    record();
    timer.current = setTimeout(goToNext, acknowledgementMs);
  };
}
