import type { PublicConfig } from '@funnel/contracts/api';
import type { Currency } from '@funnel/contracts/money';
import type { LegalSection } from '@funnel/contracts/widgets';

/** The configuration values that the texts contain. */
export interface LegalFacts {
  readonly currency: Currency;
  readonly links: PublicConfig['links'];
}

/** One block of a text. Blocks are data, so that all languages have the same layout and no text is parsed as HTML. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'table';
      readonly caption: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'terms'; readonly entries: readonly { readonly term: string; readonly text: string }[] }
  | {
      readonly kind: 'form';
      readonly title: string;
      readonly lines: readonly string[];
      readonly fields: readonly string[];
    }
  | { readonly kind: 'mail'; readonly text: string; readonly email: string; readonly subject?: string };

interface Section {
  /** Set if a link can open the dialog at this section. */
  readonly id?: LegalSection;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface LegalText {
  readonly title: string;
  /** With `today`, the effective and last-updated dates are the current date. Null shows no date. */
  readonly lastUpdated: 'today' | { readonly month: `${number}-${number}` } | null;
  readonly sections: readonly Section[];
}

/** The full texts, which are in English. */
export type TextName = 'terms' | 'privacy' | 'subscription' | 'disclaimer';

/** A full text in short, in a language in which it is not available. */
export interface Summary {
  readonly title: string;
  readonly points: readonly string[];
}

export const text = (text: string): Block => ({ kind: 'text', text });
export const list = (...items: string[]): Block => ({ kind: 'list', items });
