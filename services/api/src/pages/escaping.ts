const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for an element's content or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

/** Escapes data for a script block. It cannot contain `</script>` or `<!--`, and is also valid in older engines. */
export const escapeJson = (data: unknown): string =>
  JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Escapes CSS for a style element. `</` can only occur in strings, where `\/` means `/`. */
export const escapeCss = (css: string): string => css.replaceAll('</', '<\\/');
