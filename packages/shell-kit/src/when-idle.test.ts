import { whenIdle } from './when-idle.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  for (const name of ['window', 'requestIdleCallback', 'cancelIdleCallback'])
    Reflect.deleteProperty(globalThis, name);
});

it('runs the task a second later in a browser that cannot tell when it is idle', () => {
  Object.assign(globalThis, { window: {} });
  const task = jest.fn();
  const canceled = jest.fn();
  whenIdle(task);
  whenIdle(canceled)();
  jest.advanceTimersByTime(999);
  expect(task).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(1);
  jest.runAllTimers();
  expect(canceled).not.toHaveBeenCalled();
});

it('lets the browser choose the time, but within three seconds, and cancels the task', () => {
  const requestIdleCallback = jest.fn(() => 7);
  const cancelIdleCallback = jest.fn();
  Object.assign(globalThis, { window: { requestIdleCallback }, requestIdleCallback, cancelIdleCallback });
  const task = jest.fn();
  const cancel = whenIdle(task);
  expect(requestIdleCallback.mock.calls).toEqual([[task, { timeout: 3000 }]]);
  cancel();
  expect(cancelIdleCallback.mock.calls).toEqual([[7]]);
});
