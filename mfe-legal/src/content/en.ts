import { brand } from '@funnel/contracts/brand';
import type { LegalTab } from '@funnel/contracts/widgets';
import type { IconName } from '@funnel/ui/icon';

import { disclaimer } from './en/disclaimer.ts';
import { privacy } from './en/privacy.ts';
import { subscription } from './en/subscription.ts';
import { terms } from './en/terms.ts';
import type { LegalFacts, LegalText, Summary, TextName } from './legal-text.ts';

interface TabLabel {
  readonly label: string;
  readonly icon: IconName;
  /** The label on small screens. Null shows only the icon. */
  readonly shortLabel?: string | null;
}

const tabs: Readonly<Record<LegalTab, TabLabel>> = {
  terms: { label: 'Terms', icon: 'document' },
  privacy: { label: 'Privacy', icon: 'lock' },
  subscription: { label: 'Subscription', icon: 'card', shortLabel: 'Subs.' },
  disclaimer: { label: 'Disclaimer', icon: 'warning', shortLabel: 'Discl.' },
  support: { label: 'Support', icon: 'support', shortLabel: null },
  account: { label: 'Account', icon: 'user', shortLabel: null },
};
const noSummary: (name: TextName) => Summary | null = () => null;

export const en = {
  title: 'Legal Information',
  close: 'Close',
  tabsLabel: 'Legal texts and help',
  tabs,
  texts: { terms, privacy, subscription, disclaimer } satisfies Record<
    TextName,
    (facts: LegalFacts) => LegalText
  >,
  /** The text in short, above the full text. Null in the language of the full text. */
  summaryOf: noSummary,
  fullText: 'Full text',
  /** Which of summary and full text governs. */
  governing: 'The full text governs.',
  effective: (date: string) => `Effective: ${date}`,
  lastUpdated: (date: string) => `Last updated: ${date}`,
  support: {
    title: 'Support',
    text: `Questions about ${brand.name}, a payment or your account? Write to us; a person reads it.`,
    write: 'Email us at',
    hint: 'If it is about a payment, please add the email address you paid with.',
  },
  account: {
    title: 'Do you already have an account?',
    text: 'Your lessons and your subscription are in the web app. It opens in a new tab.',
    login: 'Yes, take me to login',
    stay: 'No, continue with quiz',
    portal: 'Manage your subscription',
    portalText:
      'You can cancel in your profile settings or with our payment provider, where you also find invoices and cards.',
  },
};

export type Content = typeof en;
