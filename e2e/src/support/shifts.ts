import type { Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShifts: string[];
  }
}

/** Records every layout shift from the next page on, also those right after an input, which the CLS score excludes. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('sources' in entry) || !Array.isArray(entry.sources)) continue;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName.toLowerCase()} ${node.textContent.slice(0, 40)}` : 'gone',
        );
        window.layoutShifts.push(
          `${location.pathname} ${Number(entry.value).toFixed(6)}: ${moved.join(' | ')}`,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The recorded shifts after two more frames, such as `/final 0.0712: main Your plan`. */
export function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.layoutShifts))),
      ),
  );
}

/** The sum of the scores in these lines. */
export const scoreOf = (shifts: readonly string[]): number =>
  shifts.reduce((sum, line) => sum + Number(/ ([\d.]+):/.exec(line)?.[1]), 0);
