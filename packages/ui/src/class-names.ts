/** Joins the class names that are not empty, `false`, `null` or `undefined`. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
