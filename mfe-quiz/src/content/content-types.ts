import type { ClaimId } from '@funnel/contracts/claims';
import type { LegalTab } from '@funnel/contracts/widgets';
import type { IconName } from '@funnel/ui/icon';

import type { FlowScreenOf } from '../flow.ts';

interface Heading {
  readonly title: string;
  readonly sub?: string;
}

export interface QuestionCopy extends Heading {
  /** Asked below the title where the title is no question. */
  readonly question?: string;
}

export interface SlideCopy extends Heading {
  /** A claim stands in place of the title as long as it may be made. */
  readonly titleClaim?: ClaimId;
  readonly points?: readonly { readonly icon: IconName; readonly text: string }[];
  readonly proof?: {
    readonly quote: string;
    readonly mediaLabel: string;
    readonly media: readonly string[];
  };
}

type FlowQuestion = FlowScreenOf<'choice'> | FlowScreenOf<'multi-choice'>;

/** All texts of the quiz in one language. What the flow lists and a language lacks does not compile. */
export interface Content {
  readonly questions: {
    readonly [Q in FlowQuestion as Q['path']]: QuestionCopy & {
      readonly options: Readonly<Record<keyof Q['options'], string>>;
    };
  };
  readonly slides: Readonly<Record<FlowScreenOf<'slide'>['path'], SlideCopy>>;
  readonly loading: Heading & {
    readonly progress: string;
    readonly lines: (known: { goal: string | null; time: string | null }) => readonly string[];
    readonly testimonial: {
      readonly text: string;
      readonly author: string;
      readonly stars: number;
      readonly starsLabel: string;
    };
  };
  readonly email: Heading & {
    readonly label: string;
    readonly placeholder: string;
    readonly free: string;
    readonly privacy: string;
    readonly benefits: readonly { readonly icon: IconName; readonly text: string }[];
    readonly errors: Readonly<
      Record<'required' | 'invalid', { readonly title: string; readonly description: string }>
    >;
    readonly suggestion: (email: string) => string;
  };
  readonly actions: { readonly next: string; readonly nextStep: string };
  readonly chosenCount: (count: number) => string;
  readonly scoreLabel: (score: string) => string;
  readonly resume: { readonly text: string; readonly goOn: string; readonly startOver: string };
  readonly footer: {
    readonly label: string;
    readonly links: readonly { readonly tab: LegalTab; readonly text: string }[];
    readonly warning: string;
    /** Of the popup, until it brings its own. */
    readonly title: string;
    readonly loading: string;
    readonly failed: string;
    readonly retry: string;
  };
}
