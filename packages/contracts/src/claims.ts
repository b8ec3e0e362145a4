import { brand } from './brand.ts';
import type { PublicConfig } from './api.ts';
import type { Locale } from './money.ts';

/** One factual statement that we make to a visitor. */
export interface Claim {
  readonly text: Readonly<Record<Locale, string>>;
  /** What is printed beside or below the statement. */
  readonly footnote?: Readonly<Record<Locale, string>>;
  /** Where the statement can be checked; null until somebody has put evidence on file. */
  readonly source: string | null;
  /** Day of the evidence, `2026-01-31`. */
  readonly sourceDate: string | null;
}

const unproven = { source: null, sourceDate: null };

export const claims = {
  users: { text: { en: `1,000,000+ people use ${brand.name}` }, ...unproven },
  usersChose: { text: { en: `1 million+ people have chosen ${brand.name}` }, ...unproven },
  worriedAboutFuture: {
    text: { en: '77% of people worry about their financial future' },
    footnote: { en: 'According to a bank survey.' },
    ...unproven,
  },
  reviewScore: { text: { en: '4.6' }, footnote: { en: 'Satisfaction score on a review site' }, ...unproven },
  usersChoice: { text: { en: 'Users’ choice' }, ...unproven },
  goalGain: {
    text: { en: '+75%' },
    footnote: { en: 'This is not a guarantee or promise of results.' },
    ...unproven,
  },
  twiceTheResults: {
    text: { en: '3 months of use gives twice the results of 1 month' },
    footnote: {
      en: `Based on ${brand.name} research comparing learners after 3 months and after 1 month of use. Individual results differ.`,
    },
    ...unproven,
  },
  lessonCount: { text: { en: '2,000 instructional lesson questions' }, ...unproven },
} as const satisfies Record<string, Claim>;

export type ClaimId = keyof typeof claims;

/** The claim in the visitor's language; null where the setting leaves out what has no source. */
export function shownClaim(
  claimId: ClaimId,
  setting: PublicConfig['claims'],
  locale: Locale = 'en',
): { readonly text: string; readonly footnote: string | null } | null {
  const claim: Claim = claims[claimId];
  if (setting === 'strict' && claim.source === null) return null;
  return { text: claim.text[locale], footnote: claim.footnote?.[locale] ?? null };
}
