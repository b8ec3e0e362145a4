import { eventBatchSchema, type FunnelEvent } from '@funnel/contracts/events';

import { createEventQueue } from './event-queue.ts';

function openQueue() {
  const batches: (readonly FunnelEvent[])[] = [];
  const waiting: (() => void)[] = [];
  const queue = createEventQueue({
    setId: 'set-7',
    send: (events) => batches.push(events),
    later: (run) => waiting.push(run),
  });
  const add = (...details: string[]) => {
    for (const detail of details) queue.add({ name: 'WebVital', detail }, { path: '/final' });
  };
  return {
    queue,
    add,
    details: () => batches.map((events) => events.map(({ detail }) => detail)),
    /** Runs what waits for a timer. Returns how many timers there were. */
    passTime: () => {
      const due = waiting.splice(0);
      for (const run of due) run();
      return due.length;
    },
    batches,
  };
}

describe('the events of a page', () => {
  it('are sent later and together, with the release set and the place where they happened', () => {
    const { queue, batches, passTime } = openQueue();
    queue.add({ name: 'PageView' }, { path: '/final', remote: 'mfe-pricing', version: '1.2.0' });
    queue.add({ name: 'Lead' }, { path: '/step-17' });
    expect(batches).toEqual([]);
    expect(passTime()).toBe(1);
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

  it('are each sent once, also if the page closes before the time is up', () => {
    const { add, queue, details, passTime } = openQueue();
    add('1');
    queue.flush();
    passTime();
    add('2');
    passTime();
    expect(details()).toEqual([['1'], ['2']]);
  });
});
