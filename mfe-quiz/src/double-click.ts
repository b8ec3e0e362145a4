/** As long as a new screen slides in (`--slide`): nobody reads a question and answers it in less. */
const slideMs = 240;

interface Click {
  /** By the clock of `performance.now()`: when the finger or the button came up, however late it is handled. */
  readonly timeStamp: number;
  /** How many clicks in a row the browser counts; 0 without a pointer. */
  readonly detail: number;
  /** Absent where the browser does not say. */
  readonly pointerType?: string;
}

/**
 * Whether a click belongs to the screen before: the second half of a double click, which would answer the question that
 * by then is in the same place. A mouse counts its clicks; phones may give each tap of a double tap as a first one.
 * The keyboard is never meant.
 */
export function isDoubleClick({ timeStamp, detail, pointerType }: Click, shownAtMs: number): boolean {
  const mayRepeat = pointerType === 'mouse' ? detail > 1 : detail > 0;
  return mayRepeat && timeStamp - shownAtMs < slideMs;
}
