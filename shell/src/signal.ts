import { useSyncExternalStore } from 'react';

/** A value that code outside React sets and a component shows. */
export interface Signal<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(onChange: () => void): () => void;
}

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

export const useSignal = <Value>({ subscribe, get }: Signal<Value>): Value =>
  useSyncExternalStore(subscribe, get, get);
