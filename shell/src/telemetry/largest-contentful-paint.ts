/**
 * Measures the largest paint of the page in milliseconds, and tells it when it is final: at the visitor's first press, or
 * when they leave. Not needed for the first screen, so the library comes after it.
 */
export async function measureLcp(report: (paintMs: number) => void): Promise<void> {
  const { onLCP } = await import('web-vitals');
  onLCP(({ value }) => report(Math.round(value)));
}
