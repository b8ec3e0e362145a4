/**
 * Reports the page's LCP in milliseconds once it is final: at the visitor's first input, or when the page is hidden.
 * The library is loaded on demand, because the first screen does not need it.
 */
export async function measureLcp(report: (paintMs: number) => void): Promise<void> {
  const { onLCP } = await import('web-vitals');
  onLCP(({ value }) => report(Math.round(value)));
}
