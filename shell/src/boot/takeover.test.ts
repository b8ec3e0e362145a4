import { takeOver, watchPresses } from './takeover.ts';

const pressable = ['a:active', 'button:active', 'label:active', 'input:active'] as const;

/** A prerendered page whose pressed element matches one of the selectors, or none, as in browsers that do not tell. */
class PrerenderedPage extends EventTarget {
  pressed: (typeof pressable)[number] | null = null;

  querySelector(selectors: string): object | null {
    return this.pressed !== null && selectors.split(', ').includes(this.pressed) ? {} : null;
  }
  /** Ends the press as a browser does: the release, and the click on the pressed element in a later task. */
  release(type: string, onClick = () => {}): void {
    this.pressed = null;
    setTimeout(onClick, 0);
    this.dispatchEvent(new Event(type));
  }
}

/** Starts a takeover. `log` receives `render` when the app replaces the prerendered page. */
function start(page: PrerenderedPage, remote: Promise<unknown> | undefined = Promise.resolve()) {
  const log: string[] = [];
  const takeover = takeOver(watchPresses(page), remote, () => log.push('render'));
  return { log, takeover };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const passTime = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('the takeover of a prerendered page', () => {
  it('happens at once if nothing is pressed', async () => {
    const { log, takeover } = start(new PrerenderedPage());
    await takeover;
    expect(log).toEqual(['render']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each(pressable)(
    'waits until a press on %s has ended, so that its click is not lost',
    async (pressed) => {
      const page = new PrerenderedPage();
      page.pressed = pressed;
      const { log, takeover } = start(page);
      await passTime(60_000);
      expect(log).toEqual([]);
      page.release('pointerup', () => log.push('click'));
      await passTime(0);
      await takeover;
      expect(log).toEqual(['click', 'render']);
    },
  );

  it.each(['pointerup', 'pointercancel', 'keyup'])(
    'happens after a press that ends with %s',
    async (type) => {
      const page = new PrerenderedPage();
      page.pressed = 'button:active';
      const { log } = start(page);
      await passTime(1_000);
      page.release(type);
      await passTime(0);
      expect(log).toEqual(['render']);
    },
  );

  it('waits for a press that began while the remote was loading', async () => {
    const page = new PrerenderedPage();
    let finishLoading: () => void = () => {};
    const { log } = start(page, new Promise<void>((resolve) => (finishLoading = resolve)));
    await passTime(1_000);
    page.pressed = 'button:active';
    finishLoading();
    await passTime(1_000);
    expect(log).toEqual([]);
    page.release('pointerup');
    await passTime(0);
    expect(log).toEqual(['render']);
  });

  it.each(['pointerup', 'pointercancel', 'contextmenu'])(
    'waits for a press until %s where the browser marks no pressed element, as Safari on phones',
    async (end) => {
      const page = new PrerenderedPage();
      const { log } = start(page, new Promise((resolve) => setTimeout(resolve, 1_000)));
      page.dispatchEvent(new Event('pointerdown'));
      await passTime(60_000);
      expect(log).toEqual([]);
      page.release(end, () => log.push('click'));
      await passTime(0);
      expect(log).toEqual(['click', 'render']);
    },
  );

  it('does not wait for a press that has ended while the remote was loading', async () => {
    const page = new PrerenderedPage();
    const { log } = start(page, new Promise((resolve) => setTimeout(resolve, 1_000)));
    page.dispatchEvent(new Event('pointerdown'));
    page.release('pointerup');
    await passTime(1_000);
    expect(log).toEqual(['render']);
  });

  it('waits for the remote, so that the prerendered screen stays until its replacement can be shown', async () => {
    let finishLoading: () => void = () => {};
    const { log } = start(new PrerenderedPage(), new Promise<void>((resolve) => (finishLoading = resolve)));
    await passTime(2_000);
    expect(log).toEqual([]);
    finishLoading();
    await passTime(0);
    expect(log).toEqual(['render']);
  });

  it('happens if the remote does not load, so that the visitor can retry', async () => {
    const { log, takeover } = start(new PrerenderedPage(), Promise.reject(new Error('gone')));
    await takeover;
    expect(log).toEqual(['render']);
  });

  it('happens on a path without a remote', async () => {
    const log: string[] = [];
    await takeOver(watchPresses(new PrerenderedPage()), undefined, () => log.push('render'));
    expect(log).toEqual(['render']);
  });
});
