/** Measures the deepest nesting and the number of keys of a JSON text without parsing it. The text may be malformed. */
export function measureJson(text: string): { depth: number; keys: number; hasNul: boolean } {
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  let hasNul = false;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') inString = !inString;
    else if (inString) {
      if (char !== '\\') continue;
      hasNul ||= text.startsWith('u0000', at + 1);
      at++;
    } else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
    else if (char === ':') keys++;
  }
  return { depth: deepest, keys, hasNul };
}
