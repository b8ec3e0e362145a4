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

const withEdges = ({ x, y, width, height }: Omit<Box, 'right' | 'bottom'>): Box => ({
  x,
  y,
  width,
  height,
  right: x + width,
  bottom: y + height,
});

/**
 * The box of an element, once it is visible. The app replaces the elements of a prerendered screen when it takes over; an element
 * that was replaced while it was measured is measured again. If the element never appears, the test ends at its own time limit.
 */
export async function boxOf(part: Locator): Promise<Box> {
  await part.waitFor();
  const box = await part.boundingBox();
  return box ? withEdges(box) : boxOf(part);
}

/**
 * The boxes of two elements of one document at the same moment, once both are visible: what arrives between two measurements, such as
 * the web font or the response to a query, would move the second element only.
 */
export async function boxesOf(one: Locator, other: Locator): Promise<readonly [Box, Box]> {
  await one.waitFor();
  await other.waitFor();
  const boxes = await one.evaluate(
    (...elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
        return { x, y, width, height };
      }),
    await other.elementHandle(),
  );
  const [first, second] = boxes.filter(({ width }) => width > 0).map(withEdges);
  return first && second ? [first, second] : boxesOf(one, other);
}
