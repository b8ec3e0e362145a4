import { createFormQueue } from './form-queue.ts';

/** A payment provider that allows one form per page and logs its calls. */
function createProvider() {
  const log: string[] = [];
  let hasForm = false;
  const opening: (() => void)[] = [];
  return {
    log,
    create: (name: string) => async () => {
      if (hasForm) throw new Error('You cannot have multiple Embedded Checkout objects.');
      hasForm = true;
      log.push(`create ${name}`);
      await new Promise<void>((resolve) => opening.push(resolve));
      return {
        mount: () => log.push(`mount ${name}`),
        unmount: () => log.push(`unmount ${name}`),
        destroy: () => {
          hasForm = false;
          log.push(`destroy ${name}`);
        },
      };
    },
    finishOpening: () => opening.splice(0).forEach((resolve) => resolve()),
  };
}
const flushPromises = async () => {
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
};

describe('the queue of payment forms', () => {
  it('opens the second form after the first, aborted while it was opening, has been destroyed', async () => {
    const openForm = createFormQueue();
    const provider = createProvider();
    const leave = new AbortController();
    const first = openForm(provider.create('a'), leave.signal);
    await flushPromises();
    leave.abort();
    const second = openForm(provider.create('b'), new AbortController().signal);
    await flushPromises();
    provider.finishOpening();
    await expect(first).rejects.toThrow('aborted');
    await flushPromises();
    provider.finishOpening();
    await expect(second).resolves.toBeDefined();
    expect(provider.log).toEqual(['create a', 'destroy a', 'create b']);
  });

  it('never creates a form that was aborted while it waited', async () => {
    const openForm = createFormQueue();
    const provider = createProvider();
    const leave = new AbortController();
    const skipped = ['a', 'b'].map((name) => openForm(provider.create(name), leave.signal));
    leave.abort();
    void openForm(provider.create('c'), new AbortController().signal);
    for (const form of skipped) await expect(form).rejects.toThrow('aborted');
    await flushPromises();
    expect(provider.log).toEqual(['create c']);
  });

  it('destroys an open form when its signal is aborted, and then opens the next one', async () => {
    const openForm = createFormQueue();
    const provider = createProvider();
    const leave = new AbortController();
    const first = openForm(provider.create('a'), leave.signal);
    await flushPromises();
    provider.finishOpening();
    await first;
    void openForm(provider.create('b'), new AbortController().signal);
    await flushPromises();
    expect(provider.log).toEqual(['create a']);
    leave.abort();
    await flushPromises();
    expect(provider.log).toEqual(['create a', 'destroy a', 'create b']);
  });

  it('rejects if the form cannot be created, and lets the next one try', async () => {
    const openForm = createFormQueue();
    const { signal } = new AbortController();
    await expect(openForm(() => Promise.reject(new Error('expired')), signal)).rejects.toThrow('expired');
    const provider = createProvider();
    const next = openForm(provider.create('b'), signal);
    await flushPromises();
    provider.finishOpening();
    await expect(next).resolves.toBeDefined();
  });

  it('opens the next form at once after one that could not be created', async () => {
    const openForm = createFormQueue();
    const { signal } = new AbortController();
    const failed = openForm(() => Promise.reject(new Error('expired')), signal);
    const provider = createProvider();
    void openForm(provider.create('b'), signal);
    await expect(failed).rejects.toThrow('expired');
    await flushPromises();
    expect(provider.log).toEqual(['create b']);
  });

  it('waits at most 3 seconds for a previous form that never opens', async () => {
    jest.useFakeTimers();
    const openForm = createFormQueue();
    const leave = new AbortController();
    void openForm(() => new Promise(() => {}), leave.signal);
    await flushPromises();
    leave.abort();
    const create = jest.fn(() => new Promise<never>(() => {}));
    void openForm(create, new AbortController().signal);
    await flushPromises();
    expect(create).not.toHaveBeenCalled();
    jest.advanceTimersByTime(3_000);
    await flushPromises();
    expect(create).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });
});
