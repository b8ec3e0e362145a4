/** The differences of two sets: name, version in the first (null if absent), version in the second. */
export function changesBetween(
  from: Readonly<Record<string, string>>,
  to: Readonly<Record<string, string>>,
): readonly (readonly [name: string, before: string | null, after: string | null])[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  return names
    .filter((name) => from[name] !== to[name])
    .map((name) => [name, from[name] ?? null, to[name] ?? null] as const);
}
