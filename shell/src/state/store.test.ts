import { emailGiven, goalChosen, questionAnswered, startedOver } from '@funnel/contracts/funnel-state';

import { contentOf, fail, memoryStorage } from './memory-storage.testkit.ts';
import { createFunnelStore } from './store.ts';

afterEach(() => jest.useRealTimers());

/**
 * Opens a store and lets redux-persist do its first write, which it does after a timer, without an action. `onOpened` is
 * called between the two.
 */
async function openWritten(storage: Storage, { open = () => storage, onOpened = () => {} } = {}) {
  jest.useFakeTimers();
  const store = await createFunnelStore(open, () => undefined);
  onOpened();
  expect(jest.getTimerCount()).toBe(1);
  jest.runAllTimers();
  return store;
}

describe('the persisted store', () => {
  it('writes nothing while the state is empty', async () => {
    const storage = memoryStorage();
    await createFunnelStore(() => storage, fail);
    expect(contentOf(storage)).toEqual({});
  });

  it('writes exactly three plain keys, synchronously with each action', async () => {
    const storage = memoryStorage();
    const store = await createFunnelStore(() => storage, fail);
    store.dispatch(questionAnswered('Age', '25-34'));
    expect(contentOf(storage)).toEqual({ quizAnswers: '{"Age":"25-34"}' });
    store.dispatch(goalChosen('Vacation'));
    store.dispatch(emailGiven('v@example.com'));
    expect(contentOf(storage)).toEqual({
      quizAnswers: '{"Age":"25-34"}',
      specialGoal: 'Vacation',
      email: 'v@example.com',
    });
  });

  it('restores the stored state before it resolves', async () => {
    const storage = memoryStorage();
    const first = await createFunnelStore(() => storage, fail);
    first.dispatch(questionAnswered('Age', '45+'));
    first.dispatch(emailGiven('v@example.com'));
    expect((await createFunnelStore(() => storage, fail)).get()).toMatchObject({
      quizAnswers: { Age: '45+' },
      email: 'v@example.com',
      specialGoal: null,
    });
  });

  it('restores without waiting for a timer, so that the first paint is not delayed', async () => {
    jest.useFakeTimers();
    const store = await createFunnelStore(() => memoryStorage({ email: 'v@example.com' }), fail);
    jest.useRealTimers();
    expect(store.get()).toMatchObject({ email: 'v@example.com' });
  });

  it('removes answers, goal and email when the visitor starts over', async () => {
    const storage = memoryStorage({
      quizAnswers: '{"Age":"45+"}',
      specialGoal: 'Vacation',
      email: 'v@example.com',
    });
    (await createFunnelStore(() => storage, fail)).dispatch(startedOver());
    expect(contentOf(storage)).toEqual({});
  });

  it.each([
    ['alone', { quizAnswers: '{"Age"' }],
    ['beside a valid key', { quizAnswers: '{"Age"', specialGoal: 'Vacation' }],
  ])(
    'removes a text that could not be parsed, %s, when the visitor starts over, and not before',
    async (_, content) => {
      const storage = memoryStorage(content);
      const store = await openWritten(storage);
      expect(contentOf(storage)).toEqual(content);
      store.dispatch(startedOver());
      expect(contentOf(storage)).toEqual({});
    },
  );

  it.each([
    ['answers in another format', { quizAnswers: '[{"label":"Age"}]' }],
    ['an invalid email', { email: 'nonsense' }],
    ['a goal too long for the service', { specialGoal: 'x'.repeat(201) }],
  ])('leaves %s in place although it has nothing else to store', async (_, content) => {
    const storage = memoryStorage(content);
    const store = await openWritten(storage);
    expect(store.get()).toMatchObject({ quizAnswers: {}, email: null, specialGoal: null });
    expect(contentOf(storage)).toEqual(content);
  });

  it('keeps and restores what was stored if the storage was blocked at first', async () => {
    const content = { quizAnswers: '{"Age":"45+"}', specialGoal: 'Vacation', email: 'v@example.com' };
    const storage = memoryStorage(content);
    let isBlocked = true;
    const store = await openWritten(storage, {
      open: () => {
        if (isBlocked) throw new Error('SecurityError');
        return storage;
      },
      onOpened: () => (isBlocked = false),
    });
    expect(contentOf(storage)).toEqual(content);
    store.syncFromStorage();
    expect(store.get()).toMatchObject({
      quizAnswers: { Age: '45+' },
      specialGoal: 'Vacation',
      email: 'v@example.com',
    });
  });

  it('leaves what another tab records before this one has written for the first time', async () => {
    const storage = memoryStorage();
    const recordedByOther = { quizAnswers: '{"Age":"45+"}' };
    await openWritten(storage, {
      onOpened: () => storage.setItem('quizAnswers', recordedByOther.quizAnswers),
    });
    expect(contentOf(storage)).toEqual(recordedByOther);
  });

  it('writes only the changed key, so that another tab’s email stays', async () => {
    const storage = memoryStorage();
    const store = await createFunnelStore(() => storage, fail);
    storage.setItem('email', 'other-tab@example.com');
    store.dispatch(questionAnswered('Age', '45+'));
    expect(storage.getItem('email')).toBe('other-tab@example.com');
  });

  it.each([
    ['broken JSON', { quizAnswers: '{"Age"' }],
    ['a list of answers', { quizAnswers: '["Age"]' }],
    ['null instead of answers', { quizAnswers: 'null' }],
    ['an answer that is not a string', { quizAnswers: '{"Age":7}' }],
    ['a label too long for the service', { quizAnswers: JSON.stringify({ ['x'.repeat(81)]: 'Yes' }) }],
    ['an answer too long for the service', { quizAnswers: JSON.stringify({ Age: 'x'.repeat(401) }) }],
    ['an invalid email', { email: 'nonsense' }],
    ['an email of 255 characters', { email: `${'a'.repeat(243)}@example.com` }],
    ['a goal too long for the service', { specialGoal: 'x'.repeat(201) }],
  ])('ignores and reports %s, and restores the other keys', async (_, content) => {
    const reports: string[] = [];
    const validTexts = { email: 'v@example.com', specialGoal: 'Vacation', quizAnswers: '{"Age":"45+"}' };
    const store = await createFunnelStore(
      () => memoryStorage({ ...validTexts, ...content }),
      (text) => reports.push(text),
    );
    expect(store.get()).toMatchObject({
      email: 'email' in content ? null : 'v@example.com',
      specialGoal: 'specialGoal' in content ? null : 'Vacation',
      quizAnswers: 'quizAnswers' in content ? {} : { Age: '45+' },
    });
    expect(reports).toEqual(['Could not load data from localStorage']);
  });

  it.each([
    ['quizAnswers', { quizAnswers: {}, email: 'v@example.com', specialGoal: 'Vacation' }],
    ['email', { quizAnswers: { Age: '45+' }, email: null, specialGoal: 'Vacation' }],
    ['specialGoal', { quizAnswers: { Age: '45+' }, email: 'v@example.com', specialGoal: null }],
  ])('treats an empty text under %s as absent, and does not report it', async (key, state) => {
    const validTexts = { email: 'v@example.com', specialGoal: 'Vacation', quizAnswers: '{"Age":"45+"}' };
    const storage = memoryStorage({ ...validTexts, [key]: '' });
    const restored = await createFunnelStore(() => storage, fail);
    expect(restored.get()).toMatchObject(state);

    const other = memoryStorage(validTexts);
    const open = await createFunnelStore(() => other, fail);
    other.setItem(key, '');
    open.syncFromStorage();
    expect(open.get()).toMatchObject(state);
  });

  it('restores no more answers than the service accepts in a lead, and reports the others', async () => {
    const reports: string[] = [];
    const answers = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`Question ${at + 1}`, 'Yes']));
    const store = await createFunnelStore(
      () => memoryStorage({ quizAnswers: JSON.stringify(answers) }),
      (text) => reports.push(text),
    );
    const labels = Object.keys(store.get().quizAnswers);
    expect([labels.length, labels[0], labels.at(-1)]).toEqual([40, 'Question 1', 'Question 40']);
    expect(reports).toEqual(['Could not load data from localStorage']);
  });

  it('restores the valid answers beside an invalid one', async () => {
    const reports: string[] = [];
    const storage = memoryStorage({ quizAnswers: '{"Age":7,"FOMO Frequency":"Rarely"}' });
    const store = await createFunnelStore(
      () => storage,
      (text) => reports.push(text),
    );
    expect(store.get()).toMatchObject({ quizAnswers: { 'FOMO Frequency': 'Rarely' } });
    expect(reports).toEqual(['Could not load data from localStorage']);
  });

  it('continues in memory and logs when storage is full', async () => {
    const reports: string[] = [];
    const store = await createFunnelStore(
      () => memoryStorage({}, true),
      (text) => reports.push(text),
    );
    store.dispatch(questionAnswered('Age', '45+'));
    store.dispatch(goalChosen('Vacation'));
    store.dispatch(emailGiven('v@example.com'));
    expect(store.get()).toMatchObject({
      quizAnswers: { Age: '45+' },
      specialGoal: 'Vacation',
      email: 'v@example.com',
    });
    expect(new Set(reports)).toEqual(
      new Set([
        'Could not save answers to localStorage',
        'Could not save goal to localStorage',
        'Could not save data',
      ]),
    );
  });

  it('writes what did not fit as soon as there is space again', async () => {
    let isFull = true;
    const storage = memoryStorage();
    const rejecting: Storage = {
      ...storage,
      setItem(key, value) {
        if (isFull) throw new Error('QuotaExceededError');
        storage.setItem(key, value);
      },
    };
    const store = await createFunnelStore(
      () => rejecting,
      () => undefined,
    );
    store.dispatch(questionAnswered('Age', '45+'));
    // Another tab has found space before.
    storage.setItem('email', 'v@example.com');
    store.syncFromStorage();
    isFull = false;
    store.dispatch(goalChosen('Vacation'));
    expect(contentOf(storage)).toEqual({
      quizAnswers: '{"Age":"45+"}',
      specialGoal: 'Vacation',
      email: 'v@example.com',
    });
  });

  it('continues in memory and logs when storage is blocked', async () => {
    const reports: string[] = [];
    const blocked = () => {
      throw new Error('SecurityError');
    };
    const store = await createFunnelStore(blocked, (text) => reports.push(text));
    store.dispatch(questionAnswered('Age', '45+'));
    expect(store.get()).toMatchObject({ quizAnswers: { Age: '45+' } });
    expect(reports).toContain('Could not load data from localStorage');
  });

  it('keeps in memory a state that could not be written', async () => {
    const storage = memoryStorage({}, true);
    const store = await createFunnelStore(
      () => storage,
      () => undefined,
    );
    store.dispatch(questionAnswered('Age', '45+'));
    store.syncFromStorage();
    store.dispatch(goalChosen('Vacation'));
    expect(store.get()).toMatchObject({ quizAnswers: { Age: '45+' }, specialGoal: 'Vacation' });
  });

  it('keeps in memory a state that the storage lost', async () => {
    const storage: Storage = { ...memoryStorage(), setItem: () => undefined };
    const store = await createFunnelStore(() => storage, fail);
    store.dispatch(questionAnswered('Age', '45+'));
    store.dispatch(goalChosen('Vacation'));
    expect(store.get()).toMatchObject({ quizAnswers: { Age: '45+' }, specialGoal: 'Vacation' });
  });

  it('keeps what is in memory if an empty storage was blocked at first', async () => {
    let isBlocked = true;
    const storage = memoryStorage();
    const open = () => {
      if (isBlocked) throw new Error('SecurityError');
      return storage;
    };
    const store = await createFunnelStore(open, () => undefined);
    store.dispatch(questionAnswered('Age', '45+'));
    isBlocked = false;
    store.dispatch(goalChosen('Vacation'));
    expect(store.get()).toMatchObject({ quizAnswers: { Age: '45+' }, specialGoal: 'Vacation' });
    expect(contentOf(storage)).toEqual({ quizAnswers: '{"Age":"45+"}', specialGoal: 'Vacation' });
  });
});
