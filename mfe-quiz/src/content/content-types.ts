import type { ClaimId, TranslatedClaims } from '@funnel/contracts/claims';
import type { LegalTab } from '@funnel/contracts/widgets';
import type { EmailFormTexts } from '@funnel/ui/email-form';
import type { Feature } from '@funnel/ui/feature-list';

import type { FlowScreenOf } from '../flow.ts';
import type { ProofId } from '../proofs.ts';

interface Heading {
  readonly title: string;
  readonly sub?: string;
}

export interface QuestionCopy extends Heading {
  /** The claim that the sub-line makes. The setting `CLAIMS` may exclude it. */
  readonly subClaim?: ClaimId;
  /** Shown below a title that is not a question itself. */
  readonly question?: string;
}

export interface SlideCopy extends Heading {
  /** The claim that replaces the title, unless the setting `CLAIMS` excludes it. */
  readonly titleClaim?: ClaimId;
  readonly points?: readonly Feature[];
  readonly socialProof?: {
    readonly quote: string;
    readonly author: string;
    readonly mediaLabel: string;
  };
}

type FlowQuestion = FlowScreenOf<'choice'> | FlowScreenOf<'multi-choice'>;

/** All texts of the quiz in one language. A missing text of a listed screen is a type error. */
export interface Content {
  readonly questions: {
    readonly [Q in FlowQuestion as Q['path']]: QuestionCopy & {
      readonly options: Readonly<Record<keyof Q['options'], string>>;
    };
  };
  readonly slides: Readonly<Record<FlowScreenOf<'slide'>['path'], SlideCopy>>;
  readonly loading: Heading & {
    readonly progress: string;
    /** The text of the ring. Plain text, because the first use of `Intl.NumberFormat` takes 60 ms on a slow phone. */
    readonly percent: (value: number) => string;
    readonly lines: (answers: { goal: string | null; time: string | null }) => readonly string[];
    readonly testimonial: {
      readonly text: string;
      readonly author: string;
      readonly stars: number;
      readonly starsLabel: string;
    };
  };
  readonly email: Heading &
    EmailFormTexts & {
      readonly free: string;
      readonly privacy: string;
      readonly benefits: readonly Feature[];
    };
  /** The claims that the quiz shows, except in English. */
  readonly claims: TranslatedClaims;
  readonly actions: { readonly next: string; readonly nextStep: string };
  /** Facts about the product beside the question. None is a claim that needs a source. */
  readonly proofs: Readonly<Record<ProofId, string>>;
  readonly chosenCount: (count: number) => string;
  readonly scoreLabel: (score: string) => string;
  readonly resume: {
    readonly question: string;
    readonly welcome: string;
    readonly continue: string;
    readonly startOver: string;
  };
  readonly footer: {
    readonly label: string;
    readonly links: readonly { readonly tab: LegalTab; readonly text: string }[];
    readonly warning: string;
    /** Title of the legal dialog until it has loaded. */
    readonly title: string;
    readonly loading: string;
    readonly failed: string;
    readonly retry: string;
    readonly close: string;
  };
}
