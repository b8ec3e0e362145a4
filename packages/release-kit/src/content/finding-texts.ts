/** Shortens what a finding quotes. */
export const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Returns where a finding is: `line 1, column 120`. */
export function positionOf(text: string, offset: number): string {
  const lines = text.slice(0, Math.max(0, offset)).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** What to do about a file that a first screen shows. Its URL is not known when a build prerenders the screen. */
export const fileAdvice =
  '. In a prerendered screen, use inline SVG, or an image as a data URL; a screen with a font or another file must be left out of `firstScreens`';
