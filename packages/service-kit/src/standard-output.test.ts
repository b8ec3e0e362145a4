import { Writable } from 'node:stream';

import { standardOutput } from './standard-output.ts';

it('keeps what nobody reads up to 4 MB, drops the rest, and says once how many', () => {
  const lines: string[] = [];
  let read: () => void = () => undefined;
  const output = new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      lines.push(line);
      read = done;
    },
  });
  const log = standardOutput(output);
  const line = 'x'.repeat(1024 * 1024);
  for (let at = 0; at < 7; at++) log.write(line);
  log.write('the cause');
  for (let at = 0; at < 4; at++) read();
  expect(lines.filter((written) => written === line)).toHaveLength(4);
  for (const text of ['later', 'latest']) log.write(text);
  for (let at = 0; at < 3; at++) read();
  expect(JSON.parse(lines.at(-3) ?? '')).toMatchObject({ level: 40, dropped: 4 });
  expect(lines.slice(-2)).toEqual(['later', 'latest']);
});

it('listens once to an output that many logs share', () => {
  const output = new Writable();
  const own = output.listenerCount('error');
  for (let at = 0; at < 20; at++) standardOutput(output);
  expect(output.listenerCount('error')).toBe(own + 1);
});

it('listens once to an output although each test file has its own copy of this module', async () => {
  const output = new Writable();
  for (let copy = 0; copy < 12; copy++)
    await jest.isolateModulesAsync(async () => {
      const { standardOutput: ofCopy } = await import('./standard-output.ts');
      ofCopy(output);
    });
  expect(output.listenerCount('error')).toBe(1);
});

it('survives the end of its reader, even if another listener was there before and has left', async () => {
  const output = new Writable();
  const other = () => undefined;
  output.on('error', other);
  standardOutput(output);
  output.off('error', other);
  const closed = new Promise<void>((resolve) => output.once('close', resolve));
  output.destroy(new Error('EPIPE'));
  await closed;
  expect(output.errored).toMatchObject({ message: 'EPIPE' });
});
