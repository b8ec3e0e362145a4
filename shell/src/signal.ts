import { useSyncExternalStore } from 'react';

/** A value that code outside React sets and components render. */
export interface Signal<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls back after each change. Returns a function that unsubscribes. */
  subscribe(onChange: () => void): () => void;
}

/** Creates a signal. Each `set` notifies all subscribers synchronously. */
export function createSignal<Value>(initial: Value): Signal<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Returns the signal's value and renders the component again after each change. */
export const useSignal = <Value>({ subscribe, get }: Signal<Value>): Value =>
  useSyncExternalStore(subscribe, get, get);
