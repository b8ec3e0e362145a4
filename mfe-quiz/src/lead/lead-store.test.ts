import { createLeadStore, type PendingLead } from './lead-store.ts';

const kept: PendingLead = {
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

const broken: readonly [string, () => IDBOpenDBRequest][] = [
  [
    'is refused',
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
  ],
  ['never answers', () => Object.create(null)],
];

test.each(broken)(
  'keeps the lead in memory where the database %s, and waits once at most',
  async (_, open) => {
    jest.useFakeTimers();
    const factory: IDBFactory = Object.assign(Object.create(null), { open: jest.fn(open) });
    const store = createLeadStore(factory);
    const writing = store.write(kept);
    await jest.advanceTimersByTimeAsync(1000);
    await writing;
    await expect(store.read()).resolves.toEqual(kept);
    expect(factory.open).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  },
);

test('keeps the lead in memory where there is no database', async () => {
  const store = createLeadStore(undefined);
  await store.write(kept);
  await expect(store.read()).resolves.toEqual(kept);
});
