import { emailGiven, goalChosen, questionAnswered, startedOver } from '@funnel/contracts/funnel-state';

import { contentOf, memoryStorage } from './memory-storage.testkit.ts';
import { storageMessages } from './stored-state.ts';
import { createFunnelStore } from './store.ts';

describe('the persisted store with another tab open', () => {
  /** Two stores over one storage, and every text written to it. */
  async function openTwoTabs(content: Record<string, string> = {}) {
    const storage = memoryStorage(content);
    const reports: string[] = [];
    const written: string[] = [];
    const recordingStorage: Storage = {
      ...storage,
      setItem(key, value) {
        written.push(`${key} ${value}`);
        storage.setItem(key, value);
      },
    };
    const open = () =>
      createFunnelStore(
        () => recordingStorage,
        (text) => reports.push(text),
      );
    return { storage, written, reports, first: await open(), second: await open() };
  }

  it('applies what the other tab wrote, without writing it again', async () => {
    const { first, second, written } = await openTwoTabs();
    first.dispatch(questionAnswered('Age', '45+'));
    first.dispatch(goalChosen('Vacation'));
    second.syncFromStorage();
    expect(second.get()).toMatchObject({ quizAnswers: { Age: '45+' }, specialGoal: 'Vacation' });
    second.dispatch(emailGiven('v@example.com'));
    first.syncFromStorage();
    expect(first.get()).toMatchObject({ email: 'v@example.com' });
    expect(written).toEqual(['quizAnswers {"Age":"45+"}', 'specialGoal Vacation', 'email v@example.com']);
  });

  it('adds its answer to the other tab’s answers, even without a storage event', async () => {
    const { first, second, storage } = await openTwoTabs({ quizAnswers: '{"Age":"45+"}' });
    first.dispatch(questionAnswered('FOMO Frequency', 'Rarely'));
    second.dispatch(questionAnswered('Trading Readiness', 'Ready'));
    expect(contentOf(storage)).toEqual({
      quizAnswers: '{"Age":"45+","FOMO Frequency":"Rarely","Trading Readiness":"Ready"}',
    });
  });

  it('starts over when the other tab does', async () => {
    const { first, second, storage } = await openTwoTabs({
      quizAnswers: '{"Age":"45+"}',
      specialGoal: 'Vacation',
    });
    first.dispatch(startedOver());
    second.syncFromStorage();
    expect(second.get()).toMatchObject({ quizAnswers: {}, specialGoal: null });
    second.dispatch(questionAnswered('Age', '18-24'));
    expect(contentOf(storage)).toEqual({ quizAnswers: '{"Age":"18-24"}' });
  });

  it('does not notify subscribers if nothing changed', async () => {
    const { first } = await openTwoTabs({ quizAnswers: '{"Age":"45+"}' });
    const onChange = jest.fn();
    first.subscribe(onChange);
    first.syncFromStorage();
    expect(onChange).not.toHaveBeenCalled();
  });

  it.each([
    ['broken JSON', 'quizAnswers', '{"Age"'],
    ['an invalid email', 'email', 'nonsense'],
    ['a goal too long for the service', 'specialGoal', 'x'.repeat(201)],
  ])('ignores and reports %s, and leaves it in storage', async (_, key, text) => {
    const known = { quizAnswers: '{"Age":"45+"}', email: 'v@example.com', specialGoal: 'Vacation' };
    const { first, storage, reports, written } = await openTwoTabs(known);
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
});
