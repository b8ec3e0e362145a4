/** Runs a task when the browser has nothing else to do, or soon if it cannot tell. Returns a function that cancels it. */
export function whenIdle(task: () => unknown): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 1000);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(task, { timeout: 3000 });
  return () => cancelIdleCallback(request);
}
