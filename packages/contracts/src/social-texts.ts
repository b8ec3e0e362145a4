import { brand } from './brand.ts';
import type { Locale } from './content/locales.ts';

interface SocialTexts {
  readonly title: string;
  readonly description: string;
}

/** What a shared link says, in its preview and in the picture of the preview. */
export const socialTexts: Readonly<Record<Locale, SocialTexts>> = {
  en: {
    title: `28-Day Trading Challenge · ${brand.name}`,
    description: 'Answer a few questions and get your personalized trading plan.',
  },
  de: {
    title: `28-Tage-Trading-Challenge · ${brand.name}`,
    description: 'Beantworten Sie einige Fragen und erhalten Sie Ihren persönlichen Trading-Plan.',
  },
};
