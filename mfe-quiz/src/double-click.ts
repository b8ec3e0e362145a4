/** Duration of the slide-in animation (`--slide`). It is too short to read and answer a question. */
const slideMs = 240;

interface Click {
  /** Time of the click by `performance.now()`, independent of when it is handled. */
  readonly timeStamp: number;
  /** The browser's count of consecutive clicks; 0 for the keyboard. */
  readonly detail: number;
  /** Absent in some browsers. */
  readonly pointerType?: string;
}

/**
 * Whether a click is the second half of a double click on the previous screen. It would answer the question that is now
 * at the same position. A mouse reports consecutive clicks; phones may report each tap of a double tap as a first one.
 * Always false for the keyboard.
 */
export function isDoubleClick({ timeStamp, detail, pointerType }: Click, shownAtMs: number): boolean {
  const mayRepeat = pointerType === 'mouse' ? detail > 1 : detail > 0;
  return mayRepeat && timeStamp - shownAtMs < slideMs;
}
