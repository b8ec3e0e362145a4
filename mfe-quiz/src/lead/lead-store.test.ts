import { createLeadStore, type StoredLead } from './lead-store.ts';

const lead: StoredLead = {
  status: 'unsent',
  lead: {
    leadId: '00000000-0000-4000-8000-000000000001',
    email: 'name@example.com',
    timestamp: '2026-01-02T03:04:05.000Z',
    step: 'Email Step (17)',
    specialGoal: 'Vacation',
    quizAnswers: {},
    answers_summary: '',
  },
};

const failures: readonly [string, () => IDBOpenDBRequest][] = [
  [
    'is blocked',
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
  ],
  ['never responds', () => Object.create(null)],
];

test.each(failures)(
  'keeps the lead in memory if the database %s, and waits at most once',
  async (_, open) => {
    jest.useFakeTimers();
    const factory: IDBFactory = Object.assign(Object.create(null), { open: jest.fn(open) });
    const store = createLeadStore(factory);
    const writing = store.write(lead);
    await jest.advanceTimersByTimeAsync(1000);
    await writing;
    await expect(store.read()).resolves.toEqual(lead);
    expect(factory.open).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  },
);

/** A database that answers at once. `open` counts the connections that are open, and `clear` loses everything. */
function createDatabase() {
  const rows = new Map<string, unknown>();
  let open = 0;
  function answer(result: unknown) {
    const request: { result: unknown; onsuccess?: () => void } = { result };
    // Fake timers replace `queueMicrotask`.
    void Promise.resolve().then(() => request.onsuccess?.());
    return request;
  }
  const objectStore = () => ({
    get: (key: string) => answer(rows.get(key)),
    put: (value: unknown, key: string) => answer(rows.set(key, value)),
  });
  const factory: IDBFactory = Object.assign(Object.create(null), {
    open() {
      open += 1;
      return answer({ transaction: () => ({ objectStore }), close: () => (open -= 1) });
    },
  });
  return { factory, open: () => open, clear: () => rows.clear() };
}

test('keeps the lead for the next page, and leaves neither a connection nor a timer', async () => {
  jest.useFakeTimers();
  const { factory, open } = createDatabase();
  await createLeadStore(factory).write(lead);
  await expect(createLeadStore(factory).read()).resolves.toEqual(lead);
  expect([open(), jest.getTimerCount()]).toEqual([0, 0]);
  jest.useRealTimers();
});

test('keeps the lead in memory if the visitor clears the data of the site', async () => {
  const { factory, clear } = createDatabase();
  const store = createLeadStore(factory);
  await store.write(lead);
  clear();
  await expect(store.read()).resolves.toEqual(lead);
});

test('keeps the lead in memory if there is no database', async () => {
  const store = createLeadStore(undefined);
  await store.write(lead);
  await expect(store.read()).resolves.toEqual(lead);
});

test('keeps the lead in memory if the browser forbids to read its database', async () => {
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  const store = createLeadStore();
  await store.write(lead);
  await expect(store.read()).resolves.toEqual(lead);
  Reflect.deleteProperty(globalThis, 'indexedDB');
});
