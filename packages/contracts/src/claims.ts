import { brand } from './brand.ts';
import type { PublicConfig } from './api.ts';
import type { Locale } from './money.ts';

/** One factual statement that the product makes to visitors. */
export interface Claim {
  readonly text: Readonly<Record<Locale, string>>;
  /** Shown beside or below the statement. */
  readonly footnote?: Readonly<Record<Locale, string>>;
  /** URL or title of the evidence. Null while there is none. */
  readonly source: string | null;
  /** Date of the evidence, such as `2026-01-31`. */
  readonly sourceDate: string | null;
}

const unproven = { source: null, sourceDate: null };

/** Every claim of the product. `npm run claims` lists those without a source. */
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

/** A key of `claims`. */
export type ClaimId = keyof typeof claims;

/** A claim in one language. */
interface ShownClaim {
  readonly text: string;
  readonly footnote: string | null;
}

/** Returns the claim with this id in the visitor's language, or null if the visitor must not see it. */
export const shownClaim = (
  claimId: ClaimId,
  setting: PublicConfig['claims'],
  locale: Locale = 'en',
): ShownClaim | null => showClaim(claims[claimId], setting, locale);

/** Returns the claim in the visitor's language, or null if the setting is `strict` and the claim has no source. */
export function showClaim(
  claim: Claim,
  setting: PublicConfig['claims'],
  locale: Locale = 'en',
): ShownClaim | null {
  if (setting === 'strict' && claim.source === null) return null;
  return { text: claim.text[locale], footnote: claim.footnote?.[locale] ?? null };
}
