import { canOpenPaymentForm, syncWithOtherPages } from './page-sync.ts';

test.each([
  ['/checkout', 'page', true],
  ['/checkout', 'dialog', true],
  ['/final', 'dialog', true],
  ['/final', 'page', false],
  ['/', 'dialog', false],
  ['/payment-success', 'page', false],
] as const)('allows a payment form on %s with checkout presented as a %s: %s', (path, presentation, may) => {
  expect(canOpenPaymentForm(path, { checkoutPresentation: presentation })).toBe(may);
});

describe('the state of other tabs', () => {
  const tab = new EventTarget();
  beforeAll(() =>
    Object.assign(globalThis, {
      addEventListener: tab.addEventListener.bind(tab),
      removeEventListener: tab.removeEventListener.bind(tab),
    }),
  );
  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'addEventListener');
    Reflect.deleteProperty(globalThis, 'removeEventListener');
  });
  const writeInOtherTab = () => tab.dispatchEvent(new Event('storage'));

  it('is applied at once, because another tab may have written while a payment form was shown', () => {
    const syncFromStorage = jest.fn();
    const stop = syncWithOtherPages({ syncFromStorage });
    expect(syncFromStorage).toHaveBeenCalledTimes(1);
    stop();
  });

  it('is applied when another tab writes, and not any more once a payment form may be shown', () => {
    const syncFromStorage = jest.fn();
    const stop = syncWithOtherPages({ syncFromStorage });
    writeInOtherTab();
    expect(syncFromStorage).toHaveBeenCalledTimes(2);
    stop();
    writeInOtherTab();
    expect(syncFromStorage).toHaveBeenCalledTimes(2);
  });

  it('is applied when the browser shows a page again that it has kept, and not while a payment form may be shown', () => {
    const syncFromStorage = jest.fn();
    const stop = syncWithOtherPages({ syncFromStorage });
    tab.dispatchEvent(new Event('pageshow'));
    expect(syncFromStorage).toHaveBeenCalledTimes(2);
    stop();
    tab.dispatchEvent(new Event('pageshow'));
    expect(syncFromStorage).toHaveBeenCalledTimes(2);
  });
});
