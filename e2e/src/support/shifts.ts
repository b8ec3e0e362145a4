import type { Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShifts: { line: string; score: number; atMs: number }[];
    /** When the page has been painted in its web font. */
    fontPaintedAtMs: number;
  }
}

/** Records every layout shift from the next page on, also those right after an input, which the CLS score excludes. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    window.fontPaintedAtMs = Infinity;
    document.fonts.addEventListener('loadingdone', ({ fontfaces }) => {
      if (window.fontPaintedAtMs < Infinity || !fontfaces.some(({ family }) => family.includes('Variable')))
        return;
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          window.fontPaintedAtMs = performance.now();
        }),
      );
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('sources' in entry) || !Array.isArray(entry.sources)) continue;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName.toLowerCase()} ${node.textContent.slice(0, 40)}` : 'gone',
        );
        const score = Number(entry.value);
        window.layoutShifts.push({
          line: `${location.pathname} ${score.toFixed(6)}: ${moved.join(' | ')}`,
          score,
          atMs: entry.startTime,
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The recorded shifts after two more frames, such as `/final 0.0712: main Your plan`. */
export function shiftsOf(page: Page): Promise<string[]> {
  return recordedShifts(page, 0);
}

/**
 * The recorded shifts without those too small to be seen before the page is painted in its web font: how wide a browser draws
 * the font that it has until then depends on the machine.
 */
export function visibleShiftsOf(page: Page): Promise<string[]> {
  return recordedShifts(page, unseenShift);
}

/** A shift below this score is not visible. A sum below 0.1 is rated good by https://web.dev/articles/cls. */
export const unseenShift = 0.01;

const recordedShifts = (page: Page, minScore: number) =>
  page.evaluate(
    (least) =>
      new Promise<string[]>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            resolve(
              window.layoutShifts
                .filter(({ score, atMs }) => score >= least || atMs > window.fontPaintedAtMs)
                .map(({ line }) => line),
            ),
          ),
        ),
      ),
    minScore,
  );

/** The sum of the scores in these lines. */
export const scoreOf = (shifts: readonly string[]): number =>
  shifts.reduce((sum, line) => sum + Number(/ ([\d.]+):/.exec(line)?.[1]), 0);
