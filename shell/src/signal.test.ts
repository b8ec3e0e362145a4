import { createSignal } from './signal.ts';

it('tells each listener of a change until it stops listening', () => {
  const signal = createSignal(1);
  const received: [string, number][] = [];
  const stopOne = signal.subscribe(() => received.push(['one', signal.get()]));
  const stopOther = signal.subscribe(() => received.push(['other', signal.get()]));
  signal.set(2);
  stopOne();
  signal.set(3);
  stopOther();
  signal.set(4);
  expect(received).toEqual([
    ['one', 2],
    ['other', 2],
    ['other', 3],
  ]);
});
