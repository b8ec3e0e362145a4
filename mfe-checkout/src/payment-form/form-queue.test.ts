import { createFormQueue } from './form-queue.ts';

/** A payment provider that allows one form a page, and notes what it was asked for. */
function strictProvider() {
  const log: string[] = [];
  let isTaken = false;
  const opening: (() => void)[] = [];
  return {
    log,
    create: (name: string) => async () => {
      if (isTaken) throw new Error('You cannot have multiple Embedded Checkout objects.');
      isTaken = true;
      log.push(`create ${name}`);
      await new Promise<void>((resolve) => opening.push(resolve));
      return {
        mount: () => log.push(`mount ${name}`),
        unmount: () => log.push(`unmount ${name}`),
        destroy: () => {
          isTaken = false;
          log.push(`destroy ${name}`);
        },
      };
    },
    finishOpening: () => opening.splice(0).forEach((resolve) => resolve()),
  };
}
const settled = async () => {
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
};

describe('turns of the payment form', () => {
  it('opens the second form after the first, still opening when it was left, has come and gone', async () => {
    const reserveSlot = createFormQueue();
    const provider = strictProvider();
    const first = reserveSlot();
    void first.open(provider.create('a'));
    await settled();
    first.end();
    const second = reserveSlot().open(provider.create('b'));
    await settled();
    provider.finishOpening();
    await settled();
    provider.finishOpening();
    await expect(second).resolves.toBeDefined();
    expect(provider.log).toEqual(['create a', 'destroy a', 'create b']);
  });

  it('never opens a form whose turn was over before it came', async () => {
    const reserveSlot = createFormQueue();
    const provider = strictProvider();
    const first = reserveSlot();
    void first.open(provider.create('a'));
    const second = reserveSlot();
    void second.open(provider.create('b'));
    second.end();
    first.end();
    const third = reserveSlot();
    void third.open(provider.create('c'));
    await settled();
    provider.finishOpening();
    await settled();
    expect(provider.log).toEqual(['create c']);
  });

  it('destroys a form once, though both its owner and the turn ask for it', async () => {
    const turn = createFormQueue()();
    const provider = strictProvider();
    const opened = turn.open(provider.create('a'));
    await settled();
    provider.finishOpening();
    const page = await opened;
    turn.end();
    page.destroy();
    expect(provider.log).toEqual(['create a', 'destroy a']);
  });

  it('rejects where the form cannot be opened, and lets the next one try', async () => {
    const reserveSlot = createFormQueue();
    await expect(reserveSlot().open(() => Promise.reject(new Error('expired')))).rejects.toThrow('expired');
    const provider = strictProvider();
    const next = reserveSlot().open(provider.create('b'));
    await settled();
    provider.finishOpening();
    await expect(next).resolves.toBeDefined();
  });

  it('does not wait for ever for a form that never comes', async () => {
    jest.useFakeTimers();
    const reserveSlot = createFormQueue();
    const stuck = reserveSlot();
    void stuck.open(() => new Promise(() => {}));
    await settled();
    stuck.end();
    const create = jest.fn(() => new Promise<never>(() => {}));
    void reserveSlot().open(create);
    await settled();
    expect(create).not.toHaveBeenCalled();
    jest.advanceTimersByTime(3_000);
    await settled();
    expect(create).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });
});
