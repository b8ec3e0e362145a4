import type { Page } from '@playwright/test';

/** Elements that overflow the window or are cut off at its edge: `p Read this: -4 to 340`. */
export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = document.documentElement.scrollWidth > width ? [`the page is wider than ${width}`] : [];
    const isScrolledInside = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(at).overflowX)) return true;
      }
      return false;
    };
    const out = [...document.querySelectorAll('body *')].flatMap((element) => {
      const { left, right, width: own } = element.getBoundingClientRect();
      const isInside = left >= -0.5 && right <= width + 0.5;
      if (isInside || own <= 1 || !element.checkVisibility() || isScrolledInside(element)) return [];
      const text = element.textContent.trim().slice(0, 30);
      return [`${element.tagName.toLowerCase()} ${text}: ${Math.round(left)} to ${Math.round(right)}`];
    });
    return [...scrolls, ...out];
  });

/**
 * Pairs of texts that overlap in the top bar or in the page: `plan2 over Order Summary`. The icons of the top bar count as texts.
 * What a sticky part covers, and what is hidden by the edge of another element, is left out.
 */
export const findOverlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const visiblePart = ({ left, top, right, bottom }: DOMRect, element: Element, region: Element) => {
      const part = { left, top, right, bottom, sticky: region };
      for (let at: Element | null = element; at && at !== region; at = at.parentElement) {
        const { overflow, position } = getComputedStyle(at);
        if (position === 'sticky' || position === 'fixed') part.sticky = at;
        if (overflow === 'visible') continue;
        const edges = at.getBoundingClientRect();
        part.left = Math.max(part.left, edges.left);
        part.top = Math.max(part.top, edges.top);
        part.right = Math.min(part.right, edges.right);
        part.bottom = Math.min(part.bottom, edges.bottom);
      }
      return part.right - part.left > 1 && part.bottom - part.top > 1 ? [part] : [];
    };
    const boxesOf = (element: Element): DOMRect[] => {
      // A text with an ellipsis has a box with it and one without it.
      if (element.matches('header svg') || getComputedStyle(element).textOverflow === 'ellipsis')
        return [element.getBoundingClientRect()];
      return [...element.childNodes].flatMap((node) => {
        if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return [];
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      });
    };
    return [...document.querySelectorAll('header, main')].flatMap((region) => {
      const lines = [...region.querySelectorAll('*')].flatMap((element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
          ? boxesOf(element)
              .flatMap((box) => visiblePart(box, element, region))
              .map((box) => ({ ...box, text: element.textContent.trim().slice(0, 30) || element.tagName }))
          : [],
      );
      return lines.flatMap((one, index) =>
        lines.slice(index + 1).flatMap((other) => {
          const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          // The boxes of neighboring lines share the space between them.
          const lower = Math.min(one.bottom - one.top, other.bottom - other.top);
          return one.sticky === other.sticky && width > 2 && height > 0.4 * lower
            ? [`${other.text} over ${one.text}`]
            : [];
        }),
      );
    });
  });

/** Texts with hardly room for two letters in a line. */
export const findNarrowTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      const text = element.textContent.trim();
      const isNarrow = width > 1 && height > 4 * width;
      return element.childElementCount === 0 && text.length > 8 && isNarrow ? [text] : [];
    }),
  );

/** Texts that leave their box, or the border of what contains it. The top bar, and texts with an ellipsis, are left out. */
export const findCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isOutside = (inner: DOMRect, outer: DOMRect) =>
      inner.left < outer.left - 1 ||
      inner.right > outer.right + 1 ||
      inner.top < outer.top - 1 ||
      inner.bottom > outer.bottom + 1;
    const leavesFrame = (box: DOMRect, element: Element) => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowY, borderTopWidth, position } = getComputedStyle(at);
        if (overflowY === 'auto' || overflowY === 'scroll') return false;
        if (at !== element && borderTopWidth !== '0px' && isOutside(box, at.getBoundingClientRect()))
          return true;
        if (position === 'absolute' || position === 'fixed') return false;
      }
      return false;
    };
    return [...document.querySelectorAll('body :not(header *, script, style)')].flatMap((element) => {
      const box = element.getBoundingClientRect();
      const { display, textOverflow } = getComputedStyle(element);
      if (box.width <= 1 || textOverflow === 'ellipsis' || !element.checkVisibility()) return [];
      const texts = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const leavesBox = texts.some((text) => {
        const words = document.createRange();
        words.selectNodeContents(text);
        const { left, right } = words.getBoundingClientRect();
        return display !== 'inline' && (left < box.left - 1 || right > box.right + 1);
      });
      const isCutOff = leavesBox || (texts.length > 0 && leavesFrame(box, element));
      return isCutOff ? [element.textContent.trim().slice(0, 40)] : [];
    });
  });

/** Elements that are being animated. */
export const runningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect, playState }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return playState === 'running' ? [`${target?.tagName} ${target?.className}`] : [];
    }),
  );

interface Focused {
  /** The accessible name from attributes, labels and text. */
  readonly name: string;
  /** The element that covers it, if any. */
  readonly coveredBy: string | null;
}

/** The focused element, or null if none has the focus. */
const focused = (page: Page): Promise<Focused | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const name =
      element.getAttribute('aria-label') ??
      [...labels.map(({ innerText }) => innerText), element.innerText].join(' ').trim();
    const parts = [0.05, 0.5, 0.95];
    // A link within a text has a box in each of its lines.
    const points = [...element.getClientRects()].flatMap(({ left, top, width, height }) =>
      parts.flatMap((x) => parts.map((y) => [left + x * width, top + y * height] as const)),
    );
    for (const [x, y] of points) {
      const over = document.elementFromPoint(x, y);
      const isOwn = over && (over.contains(element) || element.contains(over));
      const isLabel = labels.some((label) => over && label.contains(over));
      if (isOwn || isLabel) continue;
      return {
        name,
        coveredBy: over ? `${over.tagName} ${over.textContent.slice(0, 30)}` : 'the window’s edge',
      };
    }
    return { name, coveredBy: null };
  });

/** Walks the page with Tab until it leaves it. Every stop by its name, and what was covered there. */
export async function tabThrough(page: Page): Promise<{ names: string[]; covered: string[] }> {
  const names: string[] = [];
  const covered: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (!stop) break;
    names.push(stop.name);
    if (stop.coveredBy) covered.push(`${stop.name} is under ${stop.coveredBy}`);
  }
  return { names, covered };
}
