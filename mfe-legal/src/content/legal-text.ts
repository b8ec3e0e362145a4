import type { PublicConfig } from '@funnel/contracts/api';
import type { Currency } from '@funnel/contracts/money';

/** What the texts take from the outside. */
export interface LegalFacts {
  readonly currency: Currency;
  readonly links: PublicConfig['links'];
}

/** One block of a text. Data, so that every language lays out alike and nothing is ever parsed as HTML. */
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
  | { readonly kind: 'mail'; readonly text: string; readonly address: string; readonly subject?: string };

interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface LegalText {
  readonly title: string;
  /** `today`: the effective and last-updated dates are the day it is read. Else the words to print; null prints none. */
  readonly lastUpdated: 'today' | { readonly text: string } | null;
  readonly sections: readonly Section[];
}

export const text = (text: string): Block => ({ kind: 'text', text: text });
export const list = (...items: string[]): Block => ({ kind: 'list', items });
