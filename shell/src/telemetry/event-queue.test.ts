import { eventBatchSchema, type FunnelEvent } from '@funnel/contracts/events';

import { createEventQueue } from './event-queue.ts';

/** Returns when everything that is already due has run. */
const allIsRun = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The response that the next batches get: none yet, accepted, or rejected with the pause that the service names. */
type Response = null | 'accepted' | { readonly pauseMs: number };

const seconds = (count: number) => count * 1000;

function openQueue() {
  const batches: (readonly FunnelEvent[])[] = [];
  const waiting: { readonly run: () => void; readonly delayMs: number }[] = [];
  const open: ((response: Exclude<Response, null>) => void)[] = [];
  let response: Response = 'accepted';
  const queue = createEventQueue({
    setId: 'set-7',
    send: (events) => {
      batches.push(events);
      return new Promise((resolve) => {
        const respond = (given: Exclude<Response, null>) =>
          resolve(given === 'accepted' ? null : given.pauseMs);
        if (response) respond(response);
        else open.push(respond);
      });
    },
    later: (run, delayMs) => waiting.push({ run, delayMs }),
  });
  const add = (...details: string[]) => {
    for (const detail of details) queue.add({ name: 'WebVital', detail }, { path: '/final' });
  };
  return {
    queue,
    add,
    details: () => batches.map((events) => events.map(({ detail }) => detail)),
    /** Runs what waits for a timer, and what follows from it. Returns the delay of each timer, in milliseconds. */
    passTime: async () => {
      const due = waiting.splice(0);
      for (const { run } of due) run();
      await allIsRun();
      return due.map(({ delayMs }) => delayMs);
    },
    /** The service responds so from now on, also to requests that are open. */
    respond: async (given: Response) => {
      response = given;
      if (given) for (const respondTo of open.splice(0)) respondTo(given);
      await allIsRun();
    },
    batches,
  };
}

describe('the events of a page', () => {
  it('are sent later and together, with the release set and the place where they happened', async () => {
    const { queue, batches, passTime } = openQueue();
    queue.add({ name: 'PageView' }, { path: '/final', remote: 'mfe-pricing', version: '1.2.0' });
    queue.add({ name: 'Lead' }, { path: '/step-17' });
    expect(batches).toEqual([]);
    expect(await passTime()).toEqual([seconds(1)]);
    const sent = { id: expect.stringMatching(/^[\da-f-]{36}$/), at: expect.any(Number), setId: 'set-7' };
    expect(batches).toEqual([
      [
        { ...sent, name: 'PageView', path: '/final', remote: 'mfe-pricing', version: '1.2.0' },
        { ...sent, name: 'Lead', path: '/step-17' },
      ],
    ]);
    expect(batches[0]?.[0]?.id).not.toBe(batches[0]?.[1]?.id);
  });

  it('have at most 200 characters of the path, which is what the service accepts', () => {
    const { queue, batches } = openQueue();
    queue.add({ name: 'PageView' }, { path: `/${'a'.repeat(300)}` });
    queue.flush();
    expect(batches.flat().map(({ path }) => path)).toEqual([`/${'a'.repeat(199)}`]);
    expect(eventBatchSchema.safeParse({ events: batches.flat() }).success).toBe(true);
  });

  it('are all sent, in order, in batches that the service accepts', () => {
    const { add, queue, details } = openQueue();
    add('1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15');
    queue.flush();
    expect(details()).toEqual([
      ['1', '2', '3', '4', '5', '6', '7'],
      ['8', '9', '10', '11', '12', '13', '14'],
      ['15'],
    ]);
  });

  it('are each sent once, even if the page closes before the time is up', async () => {
    const { add, queue, details, passTime } = openQueue();
    add('1');
    queue.flush();
    await passTime();
    add('2');
    await passTime();
    expect(details()).toEqual([['1'], ['2']]);
  });

  it('are sent again after the pause that the service names, together with later ones', async () => {
    const { add, respond, details, passTime } = openQueue();
    await respond({ pauseMs: seconds(540) });
    add('1');
    await passTime();
    add('2');
    await respond('accepted');
    expect(details()).toEqual([['1']]);
    expect(await passTime()).toEqual([seconds(540)]);
    expect(details()).toEqual([['1'], ['1', '2']]);
    expect(await passTime()).toEqual([]);
  });

  it('keep their id and time when they are sent again', async () => {
    const { add, respond, batches, passTime } = openQueue();
    await respond({ pauseMs: 0 });
    add('1');
    await passTime();
    await passTime();
    expect(batches).toHaveLength(2);
    expect(batches[1]).toEqual(batches[0]);
  });

  it('are sent again after pauses that grow to five minutes while there is no response', async () => {
    const { add, respond, batches, passTime } = openQueue();
    await respond({ pauseMs: 0 });
    add('1');
    const pauses = [];
    for (let round = 0; round < 10; round++) pauses.push(...(await passTime()));
    expect(pauses).toEqual([1, 5, 10, 20, 40, 80, 160, 300, 300, 300].map(seconds));
    expect(batches).toHaveLength(10);
    await respond('accepted');
    await passTime();
    await respond({ pauseMs: 0 });
    add('2');
    expect([...(await passTime()), ...(await passTime())]).toEqual([seconds(1), seconds(5)]);
  });

  it('are sent one batch at a time, and no more after one that failed', async () => {
    const { add, respond, details, passTime } = openQueue();
    await respond(null);
    add('1', '2', '3', '4', '5', '6', '7', '8');
    await passTime();
    add('9');
    await passTime();
    expect(details()).toEqual([['1', '2', '3', '4', '5', '6', '7']]);
    await respond({ pauseMs: 0 });
    expect(details()).toHaveLength(1);
    await respond('accepted');
    await passTime();
    expect(details().slice(1)).toEqual([
      ['1', '2', '3', '4', '5', '6', '7'],
      ['8', '9'],
    ]);
  });

  it('are sent at once when the browser is online again, and the earlier pause ends', async () => {
    const { add, queue, respond, details, passTime } = openQueue();
    await respond({ pauseMs: 0 });
    add('1');
    await passTime();
    await respond(null);
    queue.retry();
    queue.retry();
    expect(details()).toEqual([['1'], ['1']]);
    await respond({ pauseMs: 0 });
    await passTime();
    expect(details()).toEqual([['1'], ['1'], ['1']]);
  });

  it('are sent when the page closes, even if they wait for another attempt', async () => {
    const { add, queue, respond, details, passTime } = openQueue();
    await respond({ pauseMs: 0 });
    add('1');
    await passTime();
    await respond('accepted');
    queue.flush();
    expect(details()).toEqual([['1'], ['1']]);
    await passTime();
    expect(details()).toHaveLength(2);
  });

  it('are sent at once when the page is hidden', async () => {
    const { add, queue, details, passTime } = openQueue();
    add('1');
    queue.sendCollected();
    expect(details()).toEqual([['1']]);
    await passTime();
    add('2');
    await passTime();
    expect(details()).toEqual([['1'], ['2']]);
  });

  it('wait for the end of the pause that the service names, even if the page is hidden', async () => {
    const { add, queue, respond, details, passTime } = openQueue();
    await respond({ pauseMs: seconds(540) });
    add('1');
    await passTime();
    add('2');
    queue.sendCollected();
    expect(details()).toEqual([['1']]);
    await respond('accepted');
    expect(await passTime()).toEqual([seconds(540)]);
    expect(details()).toEqual([['1'], ['1', '2']]);
  });

  it('are sent once more after a page that comes back could not send them while it closed', async () => {
    const { add, queue, respond, details, passTime } = openQueue();
    await respond({ pauseMs: 0 });
    add('1', '2', '3', '4', '5', '6', '7', '8');
    queue.flush();
    await respond('accepted');
    await passTime();
    expect(details().slice(2).flat().toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  });

  it('are at most the latest 200 while none can be sent', async () => {
    const { add, queue, respond, details, passTime } = openQueue();
    await respond({ pauseMs: 0 });
    const all = Array.from({ length: 210 }, (_, at) => `${at}`);
    add(...all);
    await passTime();
    await respond('accepted');
    queue.flush();
    expect(details().slice(1).flat()).toEqual(all.slice(10));
  });
});
