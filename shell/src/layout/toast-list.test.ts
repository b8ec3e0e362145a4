import { dismissToast, notify, toastList } from './toast-list.ts';

const shown = () => toastList.get().map(({ title, description }) => [title, description]);

beforeEach(() => toastList.set([]));

describe('the toasts on the page', () => {
  it('replace a toast with the same texts', () => {
    notify({ tone: 'destructive', title: 'Invalid email', description: 'Please correct it' });
    const [first] = toastList.get();
    notify({ tone: 'destructive', title: 'Invalid email', description: 'Please correct it' });
    expect(shown()).toEqual([['Invalid email', 'Please correct it']]);
    expect(toastList.get()[0]?.id).not.toBe(first?.id);
  });

  it('keep a toast whose title or description differs, oldest first', () => {
    notify({ tone: 'destructive', title: 'Error', description: 'The email is missing' });
    notify({ tone: 'destructive', title: 'Error', description: 'The bank is closed' });
    notify({ tone: 'info', title: 'Saved', description: 'The bank is closed' });
    expect(shown()).toEqual([
      ['Error', 'The email is missing'],
      ['Error', 'The bank is closed'],
      ['Saved', 'The bank is closed'],
    ]);
  });

  it('are dismissed one at a time', () => {
    notify({ tone: 'info', title: 'One' });
    notify({ tone: 'info', title: 'Two' });
    dismissToast(toastList.get()[0]?.id ?? '');
    expect(shown()).toEqual([['Two', undefined]]);
  });
});
