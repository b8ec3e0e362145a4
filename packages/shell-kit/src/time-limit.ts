/** Rejects if `work` is still pending after `limitMs`. Does not stop the work. */
export function withTimeLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no result within ${limitMs} ms`)), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Calls `send`, which requests and reads a response, with a signal. Rejects if it is still pending after `limitMs`. The signal cancels the
 * request then, because a browser sends only a few requests to one host at a time, or when `signal` is aborted. Not
 * `AbortSignal.timeout`, which Safari has since version 16.
 */
export async function requestWithin<T>(
  send: (signal: AbortSignal) => Promise<T>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<T> {
  const abort = new AbortController();
  const cancel = () => abort.abort();
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  try {
    return await withTimeLimit(send(abort.signal), limitMs);
  } catch (error) {
    cancel();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
