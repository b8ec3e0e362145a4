const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element's content or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

/** Data for a script block: no `</script>` or `<!--` in it ends or bends the block, and older engines read it, too. */
export const escapeJson = (data: unknown): string =>
  JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** CSS for a style element. `\/` is `/` in a style sheet's strings, the only place where this can stand. */
export const escapeCss = (css: string): string => css.replaceAll('</', '<\\/');
