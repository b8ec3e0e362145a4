import type { Locator } from '@playwright/test';

/** The number of lines of the text inside. */
export const linesOf = (part: Locator) =>
  part.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
  });

/** Texts of the element that take more than one line. */
export const wrappedTexts = (part: Locator): Promise<string[]> =>
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
