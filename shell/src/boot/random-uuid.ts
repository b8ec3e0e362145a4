const hex = (number: number): string => number.toString(16).padStart(4, '0');

/** Returns a random UUID (version 4 of RFC 9562). */
export function randomUuid(): ReturnType<Crypto['randomUUID']> {
  const [a, b, c, d, e, ...node] = Array.from(crypto.getRandomValues(new Uint16Array(8)), hex);
  return `${a}${b}-${c}-4${d?.slice(1)}-a${e?.slice(1)}-${node.join('')}`;
}

// Browsers offer it only in secure contexts, which a page over plain HTTP is not.
if (!globalThis.isSecureContext) Object.assign(crypto, { randomUUID: randomUuid });
