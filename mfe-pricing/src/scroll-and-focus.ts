/** Scrolls to `area` and moves the focus to `target`. Jumps where reduced motion is requested. */
export function scrollAndFocus(
  area: Element | null,
  target: HTMLElement | null | undefined,
  block: ScrollLogicalPosition = 'start',
): void {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  area?.scrollIntoView({ block, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
  target?.focus({ preventScroll: true });
}
