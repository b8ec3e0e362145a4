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
 * that was replaced while it was measured is measured again. If the element never appears, the test ends at its own time limit.
 */
export async function boxOf(part: Locator): Promise<Box> {
  await part.waitFor();
  const box = await part.boundingBox();
  return box ? { ...box, right: box.x + box.width, bottom: box.y + box.height } : boxOf(part);
}
