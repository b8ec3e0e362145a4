import type { Claim } from '@funnel/contracts/claims';

export interface ClaimsReport {
  /** One block per claim: its name and text, then its source or a note that it has none. */
  readonly text: string;
  readonly withoutSource: readonly string[];
}

/** Formats the claims of a register for people, in English. */
export function reportClaims(register: Readonly<Record<string, Claim>>): ClaimsReport {
  const all = Object.entries(register);
  const width = Math.max(...all.map(([name]) => name.length)) + 2;
  const lines = all.flatMap(([name, { text, footnote, source, sourceDate }]) => [
    `${name.padEnd(width)}${text.en}`,
    ...(footnote ? [`${' '.repeat(width)}${footnote.en}`] : []),
    `${' '.repeat(width)}${source === null ? 'NO SOURCE' : `${source} (${sourceDate ?? 'no date'})`}`,
    '',
  ]);
  const withoutSource = all.flatMap(([name, { source }]) => (source === null ? [name] : []));
  const count = `${all.length} claims, ${withoutSource.length} without a source.`;
  return { text: [...lines, count].join('\n'), withoutSource };
}
