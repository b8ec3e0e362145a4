export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** Keeps what was used last, as long as the costs add up to no more than `maxCost`. For immutable values only. */
export function boundedCache<Value>(maxCost: number, costOf: (value: Value) => number): BoundedCache<Value> {
  const entries = new Map<string, Value>();
  let cost = 0;

  function remove(key: string): Value | undefined {
    const value = entries.get(key);
    if (value !== undefined && entries.delete(key)) cost -= costOf(value);
    return value;
  }
  function set(key: string, value: Value): void {
    remove(key);
    entries.set(key, value);
    cost += costOf(value);
    for (const oldest of entries.keys()) {
      if (cost <= maxCost) return;
      remove(oldest);
    }
  }
  return {
    // A map remembers the order of insertion: what is read moves to the end.
    get(key) {
      const value = remove(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
  };
}
