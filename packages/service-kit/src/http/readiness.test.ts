import { createLog } from '../log.ts';
import { createReadiness } from './readiness.ts';

function start() {
  let nowMs = 1_000_000;
  let isOut = false;
  const ping = jest.fn(async () => {
    if (isOut) throw new Error('the disk is full');
  });
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const readiness = createReadiness({ database: { ping }, clock: () => nowMs, log });
  return {
    ...readiness,
    lines,
    ping,
    advance: (ms: number) => (nowMs += ms),
    setOut: (value: boolean) => (isOut = value),
  };
}

describe('readiness', () => {
  it('writes to the database once a second, however many ask at once', async () => {
    const { state, ping, advance } = start();
    expect(await Promise.all(Array.from({ length: 50 }, () => state()))).toEqual(
      Array.from({ length: 50 }, () => 'ready'),
    );
    advance(999);
    await state();
    expect(ping).toHaveBeenCalledTimes(1);
    advance(1);
    await state();
    expect(ping).toHaveBeenCalledTimes(2);
  });

  it('follows an outage of the database, and its end, within a second', async () => {
    const { state, advance, setOut, lines } = start();
    expect([await state(), lines]).toEqual(['ready', []]);
    setOut(true);
    advance(1000);
    expect(await state()).toBe('database-out');
    const [line = '{}'] = lines;
    expect(JSON.parse(line)).toMatchObject({ msg: 'not ready', err: { message: 'the disk is full' } });
    setOut(false);
    advance(1000);
    expect(await state()).toBe('ready');
  });

  it('is checked again after the clock was set back', async () => {
    const { state, advance, setOut } = start();
    expect(await state()).toBe('ready');
    setOut(true);
    advance(-3_600_000);
    expect(await state()).toBe('database-out');
  });

  it('ends at once when the service shuts down, without asking the database', async () => {
    const { state, drain, isDraining, ping } = start();
    expect(isDraining()).toBe(false);
    drain();
    expect([await state(), isDraining()]).toEqual(['draining', true]);
    expect(ping).not.toHaveBeenCalled();
  });
});
