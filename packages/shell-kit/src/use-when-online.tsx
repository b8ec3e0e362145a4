import { useEffect, useEffectEvent } from 'react';

/** Calls the newest `action` whenever the browser is online again, while the component is shown. */
export function useWhenOnline(action: () => void): void {
  const onOnline = useEffectEvent(action);
  useEffect(() => {
    const listener = () => onOnline();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, []);
}
