import { brand } from './brand.ts';
import type { PublicConfig } from './api.ts';

/** One factual statement that the product makes to visitors. */
export interface Claim {
  readonly text: { readonly en: string };
  /** Shown beside or below the statement. */
  readonly footnote?: { readonly en: string };
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
  goalChance: { text: { en: 'You have a high chance of achieving your goal' }, ...unproven },
  goalLikelihood: { text: { en: 'You are more likely to reach your goal' }, ...unproven },
  mediaMentions: { text: { en: 'In the press' }, ...unproven },
  learnerReviews: { text: { en: 'What learners say' }, ...unproven },
  mostPopularPlan: { text: { en: 'MOST POPULAR' }, ...unproven },
  lessonCount: { text: { en: '2,000 instructional lesson questions' }, ...unproven },
} as const satisfies Record<string, Claim>;

/** A key of `claims`. */
export type ClaimId = keyof typeof claims;

/** A claim in one language. */
export interface ShownClaim {
  readonly text: string;
  readonly footnote: string | null;
}

/** Claims in another language than English. They are texts of the app that shows them. */
export type TranslatedClaims = Readonly<Partial<Record<ClaimId, ShownClaim>>>;

/** Returns the claim with this id in the visitor's language, or null if the visitor must not see it. */
export function shownClaim(
  claimId: ClaimId,
  setting: PublicConfig['claims'],
  translated: TranslatedClaims = {},
): ShownClaim | null {
  const shown = showClaim(claims[claimId], setting);
  return shown && (translated[claimId] ?? shown);
}

/** The number in the text of a score: `4.6` or, in other languages, `4,6`. */
export const readScore = (text: string): number => Number(text.replace(',', '.'));

/** Whether the visitor may see what belongs to a claim whose text is the app's own, such as the reviews themselves. */
export const isClaimShown = (claimId: ClaimId, setting: PublicConfig['claims']): boolean =>
  showClaim(claims[claimId], setting) !== null;

/** Returns the claim in English, or null if the setting is `strict` and the claim has no source. */
export function showClaim(claim: Claim, setting: PublicConfig['claims']): ShownClaim | null {
  if (setting === 'strict' && claim.source === null) return null;
  return { text: claim.text.en, footnote: claim.footnote?.en ?? null };
}
