import { whenPainted } from './when-painted.ts';

const frames = new Map<number, () => void>();
let lastFrame = 0;

/** Runs what was requested for the next frame. */
function nextFrame() {
  const tasks = [...frames.values()];
  frames.clear();
  for (const task of tasks) task();
}

function openPage({ hidden }: { hidden: boolean }) {
  Object.assign(globalThis, {
    document: { hidden },
    requestAnimationFrame: (task: () => void) => {
      lastFrame += 1;
      frames.set(lastFrame, task);
      return lastFrame;
    },
    cancelAnimationFrame: (frame: number) => frames.delete(frame),
  });
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  frames.clear();
  for (const name of ['document', 'requestAnimationFrame', 'cancelAnimationFrame'])
    Reflect.deleteProperty(globalThis, name);
});

it('runs the task once, when the next frame has been painted', () => {
  openPage({ hidden: false });
  const task = jest.fn();
  whenPainted(task);
  nextFrame();
  expect(task).not.toHaveBeenCalled();
  nextFrame();
  nextFrame();
  expect(task).toHaveBeenCalledTimes(1);
});

it('cancels the task before and after the next frame', () => {
  openPage({ hidden: false });
  const task = jest.fn();
  whenPainted(task)();
  const cancel = whenPainted(task);
  nextFrame();
  cancel();
  nextFrame();
  expect(task).not.toHaveBeenCalled();
});

it('does not wait for a frame in a page in the background, which has none', () => {
  openPage({ hidden: true });
  const task = jest.fn();
  const canceled = jest.fn();
  whenPainted(task);
  whenPainted(canceled)();
  jest.runAllTimers();
  expect(task).toHaveBeenCalledTimes(1);
  expect(canceled).not.toHaveBeenCalled();
});
