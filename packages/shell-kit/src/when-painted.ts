/**
 * Runs a task after the next frame has been painted, so that the frame does not wait for it. A page in the background is not
 * painted, and the task runs soon. Returns a function that cancels it.
 */
export function whenPainted(task: () => unknown): () => void {
  if (document.hidden) {
    const timer = setTimeout(task);
    return () => clearTimeout(timer);
  }
  // The frame after the next one begins when the next one has been painted.
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(task)));
  return () => cancelAnimationFrame(frame);
}
