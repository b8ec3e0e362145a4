import type { Claim } from '@funnel/contracts/claims';

export interface ClaimsReport {
  /** One claim a block: its name and text, and below it the evidence or the lack of it. */
  readonly text: string;
  readonly withoutSource: readonly string[];
}

/** The claims of a register as a person reads them, in English. */
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
