import type { Plan, PlanId } from '../plans.ts';
import type { LegalTab } from '../widgets.ts';
import type { Locale } from './locales.ts';

/** The texts about plans and their purchase in one language, which several apps show. */
export interface PlanTexts {
  readonly locale: Locale;
  readonly names: Readonly<Record<PlanId, string>>;
  /** The length of a plan's period as a part of a sentence: `week` or `4 weeks`. */
  readonly period: (plan: Plan) => string;
  /** One sentence with the prices of the first and of every further period. */
  readonly renewalNotice: (plan: Plan, firstPrice: string, nextPrice: string) => string;
  /** One sentence: what the buyer agrees to by paying. Its links open the legal dialog. */
  readonly agreement: readonly (string | { readonly tab: LegalTab; readonly name: string })[];
  /** One sentence: the money-back guarantee with its limits. */
  readonly guarantee: string;
}
