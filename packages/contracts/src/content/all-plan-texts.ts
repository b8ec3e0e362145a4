import { de } from './de.ts';
import { en } from './en.ts';
import type { Locale } from './locales.ts';
import type { PlanTexts } from './plan-texts.ts';

/** The texts about plans in every language, for the service. A browser imports those of its own language only. */
export const allPlanTexts: Readonly<Record<Locale, PlanTexts>> = { en, de };
