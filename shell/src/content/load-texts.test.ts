import { loadTexts } from './load-texts.ts';

const texts = { hello: 'Hallo' };

it('loads texts whose file was lost twice', async () => {
  const load = jest
    .fn(async () => texts)
    .mockRejectedValueOnce(new Error('lost'))
    .mockRejectedValueOnce(new Error('lost'));
  expect(await loadTexts(load)).toBe(texts);
});

it('rejects after the third failure', async () => {
  const load = jest.fn(() => Promise.reject(new Error('no such file')));
  await expect(loadTexts(load)).rejects.toThrow('no such file');
  expect(load).toHaveBeenCalledTimes(3);
});

it('waits two seconds for the file, and no longer', async () => {
  jest.useFakeTimers();
  const onEnd = jest.fn();
  loadTexts(() => new Promise<never>(() => undefined)).catch(onEnd);
  await jest.advanceTimersByTimeAsync(1999);
  expect(onEnd).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalledWith(new Error('The texts did not load within 2000 ms'));
  jest.useRealTimers();
});
