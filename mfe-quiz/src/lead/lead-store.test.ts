import { IDBDatabase, IDBFactory, IDBObjectStore } from 'fake-indexeddb';

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

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

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
    const writing = store.update(() => lead);
    await jest.advanceTimersByTimeAsync(1000);
    await expect(writing).resolves.toEqual(lead);
    await expect(store.read()).resolves.toEqual(lead);
    expect(factory.open).toHaveBeenCalledTimes(1);
  },
);

test.each<[string, (factory: IDBFactory) => void]>([
  [
    'cannot be opened',
    (factory) =>
      jest.spyOn(factory, 'open').mockImplementation(() => {
        const opening: IDBOpenDBRequest = Object.create(null);
        setImmediate(() => opening.onerror?.(new Event('error')));
        return opening;
      }),
  ],
  [
    'has no space left',
    () =>
      jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
        this.transaction.abort();
        return Object.create(null);
      }),
  ],
])('keeps the lead in memory without a wait if the database %s', async (_, fail) => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const factory = new IDBFactory();
  fail(factory);
  const store = createLeadStore(factory);
  await expect(store.update(() => lead)).resolves.toEqual(lead);
  await expect(store.read()).resolves.toEqual(lead);
});

test.each([null, 'a text', {}])('does not take the record %j for a lead', async (record) => {
  const factory = new IDBFactory();
  const opening = factory.open('quiz-lead', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('leads').put(record, 'last');
  await new Promise((resolve) => (opening.onsuccess = resolve));
  opening.result.close();
  await expect(createLeadStore(factory).read()).resolves.toBeNull();
});

test('keeps the lead for the next page, and leaves neither a connection nor a timer', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const factory = new IDBFactory();
  const open = jest.spyOn(factory, 'open');
  const close = jest.spyOn(IDBDatabase.prototype, 'close');
  await createLeadStore(factory).update(() => lead);
  await expect(createLeadStore(factory).read()).resolves.toEqual(lead);
  expect([open.mock.calls.length, close.mock.calls.length, jest.getTimerCount()]).toEqual([2, 2, 0]);
});

test('keeps the lead in memory if the visitor clears the data of the site', async () => {
  const factory = new IDBFactory();
  const store = createLeadStore(factory);
  await store.update(() => lead);
  await new Promise((resolve) => (factory.deleteDatabase('quiz-lead').onsuccess = resolve));
  await expect(store.read()).resolves.toEqual(lead);
});

test('keeps the last lead if a change returns none, and says so', async () => {
  const store = createLeadStore(new IDBFactory());
  await store.update(() => lead);
  await expect(store.update(() => null)).resolves.toBeNull();
  await expect(store.read()).resolves.toEqual(lead);
});

test('changes the lead of two pages one after the other, so that neither change is lost', async () => {
  const factory = new IDBFactory();
  const count = (last: StoredLead | null): StoredLead => ({
    ...lead,
    lead: { ...lead.lead, specialGoal: `${last?.lead.specialGoal ?? ''}+` },
  });
  const changes = [1, 2, 3].flatMap(() => [
    createLeadStore(factory).update(count),
    createLeadStore(factory).update(count),
  ]);
  await Promise.all(changes);
  await expect(createLeadStore(factory).read()).resolves.toMatchObject({ lead: { specialGoal: '++++++' } });
});

/** A database that responds to a request to open it only at `respond`, until `recover` is called. */
async function slowDatabase(factory: IDBFactory) {
  const opening = factory.open('quiz-lead', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('leads');
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const late: { result: IDBDatabase; onsuccess?: () => void } = { result: opening.result };
  let isSlow = true;
  const slow: IDBFactory = Object.assign(Object.create(null), {
    open: () => (isSlow ? late : factory.open('quiz-lead', 1)),
  });
  return { slow, respond: () => late.onsuccess?.(), recover: () => void (isSlow = false) };
}

test('stores the newest lead of the page if the database responds after the timeout', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const factory = new IDBFactory();
  const leadOf = (email: string): StoredLead => ({ ...lead, lead: { ...lead.lead, email } });
  await createLeadStore(factory).update(() => leadOf('old@example.com'));
  const { slow, respond } = await slowDatabase(factory);
  const store = createLeadStore(slow);
  const first = store.update(() => leadOf('first@example.com'));
  await jest.advanceTimersByTimeAsync(1000);
  await expect(first).resolves.toEqual(leadOf('first@example.com'));
  await store.update(() => leadOf('second@example.com'));
  respond();
  await expect(createLeadStore(factory).read()).resolves.toEqual(leadOf('second@example.com'));
});

test('keeps a lead of a time without a database, even if the database then responds with an older one', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const factory = new IDBFactory();
  await createLeadStore(factory).update(() => ({ ...lead, status: 'sent' }));
  const { slow, respond, recover } = await slowDatabase(factory);
  const store = createLeadStore(slow);
  const reading = store.read();
  await jest.advanceTimersByTimeAsync(1000);
  await expect(reading).resolves.toBeNull();
  const newer: StoredLead = { ...lead, lead: { ...lead.lead, email: 'newer@example.com' } };
  const writing = store.update(() => newer);
  await jest.advanceTimersByTimeAsync(1000);
  await expect(writing).resolves.toEqual(newer);
  recover();
  respond();
  await createLeadStore(factory).read();
  await expect(store.read()).resolves.toEqual(newer);
});

test('stores a lead in the database although an earlier read was too slow', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const factory = new IDBFactory();
  const { slow, respond, recover } = await slowDatabase(factory);
  const store = createLeadStore(slow);
  const reading = store.read();
  await jest.advanceTimersByTimeAsync(1000);
  await expect(reading).resolves.toBeNull();
  recover();
  await store.update(() => lead);
  respond();
  await expect(createLeadStore(factory).read()).resolves.toEqual(lead);
});

test('keeps the lead in memory if there is no database', async () => {
  const store = createLeadStore(undefined);
  await store.update(() => lead);
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
  await store.update(() => lead);
  await expect(store.read()).resolves.toEqual(lead);
  Reflect.deleteProperty(globalThis, 'indexedDB');
});
