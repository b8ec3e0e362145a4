import { emailGiven, goalChosen, questionAnswered, startedOver } from '@funnel/contracts/funnel-state';

import { storageMessages } from './stored-state.ts';
import { createFunnelStore } from './store.ts';

/** Storage in memory with the browser's interface; `full` makes every write throw, as a full disk does. */
function memoryStorage(content: Record<string, string> = {}, full = false): Storage {
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

const contentOf = (storage: Storage) =>
  Object.fromEntries(
    Array.from({ length: storage.length }, (_, index) => [
      storage.key(index),
      storage.getItem(storage.key(index) ?? ''),
    ]),
  );

describe('the persisted store', () => {
  it('writes nothing until there is something to keep', () => {
    const storage = memoryStorage();
    createFunnelStore(() => storage, fail);
    expect(contentOf(storage)).toEqual({});
  });

  it('keeps exactly three plain keys, written at once', () => {
    const storage = memoryStorage();
    const store = createFunnelStore(() => storage, fail);
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

  it('restores what it wrote', () => {
    const storage = memoryStorage();
    const first = createFunnelStore(() => storage, fail);
    first.dispatch(questionAnswered('Age', '45+'));
    first.dispatch(emailGiven('v@example.com'));
    expect(createFunnelStore(() => storage, fail).get()).toMatchObject({
      quizAnswers: { Age: '45+' },
      email: 'v@example.com',
      specialGoal: null,
    });
  });

  it('removes the answers and the goal of somebody who starts over, and keeps the address', () => {
    const storage = memoryStorage({
      quizAnswers: '{"Age":"45+"}',
      specialGoal: 'Vacation',
      email: 'v@example.com',
    });
    createFunnelStore(() => storage, fail).dispatch(startedOver());
    expect(contentOf(storage)).toEqual({ email: 'v@example.com' });
  });

  it('writes only what changed, so that another tab keeps the rest', () => {
    const storage = memoryStorage();
    const store = createFunnelStore(() => storage, fail);
    storage.setItem('email', 'other-tab@example.com');
    store.dispatch(questionAnswered('Age', '45+'));
    expect(storage.getItem('email')).toBe('other-tab@example.com');
  });

  describe('beside another tab', () => {
    /** Two tabs over one storage, and every text that is written to it. */
    function openTwoTabs(content: Record<string, string> = {}) {
      const storage = memoryStorage(content);
      const reports: string[] = [];
      const written: string[] = [];
      const watched: Storage = {
        ...storage,
        setItem(key, value) {
          written.push(`${key} ${value}`);
          storage.setItem(key, value);
        },
      };
      const open = () =>
        createFunnelStore(
          () => watched,
          (text) => reports.push(text),
        );
      return { storage, written, reports, first: open(), second: open() };
    }

    it('takes in what that one wrote, and does not write it back', () => {
      const { first, second, written } = openTwoTabs();
      first.dispatch(questionAnswered('Age', '45+'));
      first.dispatch(goalChosen('Vacation'));
      second.syncFromStorage();
      expect(second.get()).toMatchObject({ quizAnswers: { Age: '45+' }, specialGoal: 'Vacation' });
      second.dispatch(emailGiven('v@example.com'));
      first.syncFromStorage();
      expect(first.get()).toMatchObject({ email: 'v@example.com' });
      expect(written).toEqual(['quizAnswers {"Age":"45+"}', 'specialGoal Vacation', 'email v@example.com']);
    });

    it('adds to what that one wrote, also when nobody told of it', () => {
      const { first, second, storage } = openTwoTabs({ quizAnswers: '{"Age":"45+"}' });
      first.dispatch(questionAnswered('FOMO Frequency', 'Rarely'));
      second.dispatch(questionAnswered('Trading Readiness', 'Ready'));
      expect(contentOf(storage)).toEqual({
        quizAnswers: '{"Age":"45+","FOMO Frequency":"Rarely","Trading Readiness":"Ready"}',
      });
    });

    it('starts over together with it', () => {
      const { first, second, storage } = openTwoTabs({
        quizAnswers: '{"Age":"45+"}',
        specialGoal: 'Vacation',
      });
      first.dispatch(startedOver());
      second.syncFromStorage();
      expect(second.get()).toMatchObject({ quizAnswers: {}, specialGoal: null });
      second.dispatch(questionAnswered('Age', '18-24'));
      expect(contentOf(storage)).toEqual({ quizAnswers: '{"Age":"18-24"}' });
    });

    it('tells nobody of a change where there is none', () => {
      const { first } = openTwoTabs({ quizAnswers: '{"Age":"45+"}' });
      const onChange = jest.fn();
      first.subscribe(onChange);
      first.syncFromStorage();
      expect(onChange).not.toHaveBeenCalled();
    });

    it.each([
      ['broken JSON', 'quizAnswers', '{"Age"'],
      ['no e-mail address', 'email', 'nonsense'],
      ['a goal too long for the service', 'specialGoal', 'x'.repeat(201)],
    ])('ignores and reports %s, and leaves it where it is', (_, key, text) => {
      const known = { quizAnswers: '{"Age":"45+"}', email: 'v@example.com', specialGoal: 'Vacation' };
      const { first, storage, reports, written } = openTwoTabs(known);
      storage.setItem(key, text);
      first.syncFromStorage();
      first.syncFromStorage();
      expect(first.get()).toMatchObject({
        quizAnswers: { Age: '45+' },
        email: 'v@example.com',
        specialGoal: 'Vacation',
      });
      expect(reports).toEqual([storageMessages.load]);
      expect(written).toEqual([]);
    });

    it('keeps what could not be written', () => {
      const storage = memoryStorage({}, true);
      const store = createFunnelStore(
        () => storage,
        () => undefined,
      );
      store.dispatch(questionAnswered('Age', '45+'));
      store.syncFromStorage();
      store.dispatch(goalChosen('Vacation'));
      expect(store.get()).toMatchObject({ quizAnswers: { Age: '45+' }, specialGoal: 'Vacation' });
    });

    it('keeps what a storage takes and forgets', () => {
      const storage: Storage = { ...memoryStorage(), setItem: () => undefined };
      const store = createFunnelStore(() => storage, fail);
      store.dispatch(questionAnswered('Age', '45+'));
      store.dispatch(goalChosen('Vacation'));
      expect(store.get()).toMatchObject({ quizAnswers: { Age: '45+' }, specialGoal: 'Vacation' });
    });
  });

  it.each([
    ['broken JSON', { quizAnswers: '{"Age"' }],
    ['a list of answers', { quizAnswers: '["Age"]' }],
    ['no answers but null', { quizAnswers: 'null' }],
    ['an answer that is no text', { quizAnswers: '{"Age":7}' }],
    ['an answer too long for the service', { quizAnswers: JSON.stringify({ Age: 'x'.repeat(401) }) }],
    ['no e-mail address', { email: 'nonsense' }],
    ['a goal too long for the service', { specialGoal: 'x'.repeat(201) }],
  ])('ignores and reports %s, and that key alone', (_, content) => {
    const reports: string[] = [];
    const sound = { email: 'v@example.com', specialGoal: 'Vacation', quizAnswers: '{"Age":"45+"}' };
    const store = createFunnelStore(
      () => memoryStorage({ ...sound, ...content }),
      (text) => reports.push(text),
    );
    expect(store.get()).toMatchObject({
      email: 'email' in content ? null : 'v@example.com',
      specialGoal: 'specialGoal' in content ? null : 'Vacation',
      quizAnswers: 'quizAnswers' in content ? {} : { Age: '45+' },
    });
    expect(reports).toEqual([storageMessages.load]);
  });

  it('keeps the sound answers beside one that is not', () => {
    const reports: string[] = [];
    const storage = memoryStorage({ quizAnswers: '{"Age":7,"FOMO Frequency":"Rarely"}' });
    const store = createFunnelStore(
      () => storage,
      (text) => reports.push(text),
    );
    expect(store.get()).toMatchObject({ quizAnswers: { 'FOMO Frequency': 'Rarely' } });
    expect(reports).toEqual([storageMessages.load]);
  });

  it('goes on in memory when storage is full, and says so', () => {
    const reports: string[] = [];
    const store = createFunnelStore(
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

  it('goes on in memory when storage is blocked', () => {
    const reports: string[] = [];
    const blocked = () => {
      throw new Error('SecurityError');
    };
    const store = createFunnelStore(blocked, (text) => reports.push(text));
    store.dispatch(questionAnswered('Age', '45+'));
    expect(store.get()).toMatchObject({ quizAnswers: { Age: '45+' } });
    expect(reports).toContain('Could not load data from localStorage');
  });
});

function fail(message: string): never {
  throw new Error(`unexpected report: ${message}`);
}
