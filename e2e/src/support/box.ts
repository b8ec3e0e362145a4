import type { Locator } from '@playwright/test';

/** Where an element is in the window, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * The box of an element, once it is visible. The app replaces the elements of a prerendered screen when it takes over; an element
 * that was replaced while it was measured is measured again. A test without the element ends at its own limit.
 */
export async function boxOf(part: Locator): Promise<Box> {
  await part.waitFor();
  const box = await part.boundingBox();
  return box ? { ...box, right: box.x + box.width, bottom: box.y + box.height } : boxOf(part);
}

/** The number of lines of the text inside. */
export const linesOf = (part: Locator) =>
  part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  });

/** Texts of the element that take more than one line. */
export const wrapped = (part: Locator): Promise<string[]> =>
  part.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const isHidden = text.parentElement && text.parentElement.getBoundingClientRect().width <= 1;
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1 && !isHidden) found.push(text.textContent ?? '');
    }
    return found;
  });
