/** An in-memory `Storage`. With `full`, every write throws, as in a browser with an exhausted quota. */
export function memoryStorage(content: Record<string, string> = {}, full = false): Storage {
  const map = new Map(Object.entries(content));
  return {
    get length() {
      return map.size;
    },
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    key: (index) => [...map.keys()][index] ?? null,
    removeItem: (key) => void map.delete(key),
    setItem(key, value) {
      if (full) throw new Error('QuotaExceededError');
      map.set(key, value);
    },
  };
}

export const contentOf = (storage: Storage) =>
  Object.fromEntries(
    Array.from({ length: storage.length }, (_, index) => [
      storage.key(index),
      storage.getItem(storage.key(index) ?? ''),
    ]),
  );

/** A reporter for stores that must report nothing. */
export function fail(message: string): never {
  throw new Error(`unexpected report: ${message}`);
}
