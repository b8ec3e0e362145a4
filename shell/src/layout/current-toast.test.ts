import { currentToast, dismissToast, endToast, notify } from './current-toast.ts';

const shown = () => {
  const toast = currentToast.get();
  return toast && [toast.title, toast.description];
};

beforeEach(() => currentToast.set(null));

describe('the toast on the page', () => {
  it('is replaced by the next one', () => {
    notify({ tone: 'destructive', title: 'Error', description: 'The email is missing' });
    notify({ tone: 'destructive', title: 'Error', description: 'The bank is closed' });
    expect(shown()).toEqual(['Error', 'The bank is closed']);
  });

  it('is announced again if it has the same texts', () => {
    notify({ tone: 'destructive', title: 'Invalid email', description: 'Please correct it' });
    const first = currentToast.get();
    notify({ tone: 'destructive', title: 'Invalid email', description: 'Please correct it' });
    expect(currentToast.get()?.id).not.toBe(first?.id);
  });

  it('ends with the fault that it names, and not with an earlier one', () => {
    const endFirst = notify({ tone: 'destructive', title: 'One' });
    const endSecond = notify({ tone: 'destructive', title: 'Two' });
    endFirst();
    expect(shown()).toEqual(['Two', undefined]);
    endSecond();
    expect(shown()).toBeNull();
  });

  it('is dismissed by its id', () => {
    notify({ tone: 'info', title: 'One' });
    dismissToast('another');
    expect(shown()).toEqual(['One', undefined]);
    dismissToast(currentToast.get()?.id ?? '');
    expect(shown()).toBeNull();
  });

  it('ends with its screen', () => {
    notify({ tone: 'info', title: 'One' });
    endToast();
    expect(shown()).toBeNull();
  });
});
