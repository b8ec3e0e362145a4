/** The characters that React escapes in text. */
const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** The text of the first `h1` in HTML that React has rendered: the title of its screen. Empty if there is none. */
export function headingOf(html: string): string {
  const [, heading = ''] = /<h1\b[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const text = heading.replace(/<[^>]*>/g, '');
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (escaped) => characters[escaped] ?? escaped);
}
