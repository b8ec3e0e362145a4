import type { Locale } from '@funnel/contracts/content/locales';
import { createContent } from '@funnel/shell-kit/content';
import type { IconName } from '@funnel/ui/icon';

import type { QuestionScreen, SlideScreen } from '../flow.ts';
import type { Content, QuestionCopy, SlideCopy } from './content-types.ts';
import { en } from './en.ts';

export const { languages, in: contentIn } = createContent<Content>(en, {
  de: async () => (await import(/* webpackChunkName: "de" */ './de.ts')).de,
});

interface ShownOption {
  readonly id: string;
  readonly icon: IconName | null;
  /** In the visitor's language. */
  readonly text: string;
  /** The recorded English name. */
  readonly answer: string;
}

export interface Question {
  readonly copy: QuestionCopy;
  readonly options: readonly ShownOption[];
}

type QuestionTable = Readonly<
  Record<string, QuestionCopy & { readonly options: Readonly<Record<string, string>> }>
>;

/** A question's texts and options in one language. */
export function questionIn(locale: Locale, screen: QuestionScreen): Question {
  const shown: QuestionTable = contentIn(locale).questions;
  const recorded: QuestionTable = en.questions;
  const copy = shown[screen.path];
  if (!copy) throw new Error(`No text for ${screen.path}`);
  const options = Object.entries(screen.options).map(([id, icon]) => {
    const text = copy.options[id] ?? id;
    return { id, icon, text, answer: recorded[screen.path]?.options[id] ?? text };
  });
  return { copy, options };
}

export function slideIn(locale: Locale, screen: SlideScreen): SlideCopy {
  const slides: Readonly<Record<string, SlideCopy>> = contentIn(locale).slides;
  const copy = slides[screen.path];
  if (!copy) throw new Error(`No text for ${screen.path}`);
  return copy;
}
