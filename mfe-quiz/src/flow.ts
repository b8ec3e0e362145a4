import type { IllustrationName } from '@funnel/ui/illustration';
import type { IconName } from '@funnel/ui/icon';

interface ScreenBase {
  readonly path: string;
  /** Where the answer or Continue leads. */
  readonly next: string;
  /** Where the arrow leads; null where there is none. */
  readonly back: string | null;
  /** Number in the counter; screens without one keep the bar where the numbered screen before left it. */
  readonly step?: number;
  readonly art?: IllustrationName;
}

interface QuestionBase extends ScreenBase {
  /** The key the answer is recorded under; `special-goal` is a value of its own in the visitor's state. */
  readonly records: { readonly label: string } | 'special-goal';
  /** Id and icon, in the order shown. The texts stand in the content, under the same id. */
  readonly options: Readonly<Record<string, IconName | null>>;
}

export interface ChoiceScreen extends QuestionBase {
  readonly kind: 'choice';
  /** Query parameter that carries the answer when the form is sent before any script runs. */
  readonly param?: string;
}

export interface MultiChoiceScreen extends QuestionBase {
  readonly kind: 'multi-choice';
}

export interface SlideScreen extends ScreenBase {
  readonly kind: 'slide';
  /** What is reported when the slide is seen. */
  readonly viewContent?: { readonly name: string; readonly id: string };
}

interface LoadingScreen extends ScreenBase {
  readonly kind: 'loading';
}

interface EmailScreen extends ScreenBase {
  readonly kind: 'email';
}

export type QuestionScreen = ChoiceScreen | MultiChoiceScreen;
export type Screen = QuestionScreen | SlideScreen | LoadingScreen | EmailScreen;

/** The whole quiz in order. Screens, top bar, content types, manifest and tests read it; nothing else knows the order. */
const flow = [
  {
    path: '/',
    kind: 'choice',
    next: '/step-1',
    back: null,
    art: 'challenge',
    param: 'traded',
    records: { label: 'Trading Experience' },
    options: { yes: 'candles', no: 'sprout' },
  },
  {
    path: '/step-1',
    kind: 'choice',
    next: '/stats-slide',
    back: '/',
    step: 1,
    art: 'stages',
    records: { label: 'Age' },
    options: { '18-24': 'user', '25-34': 'user', '35-44': 'user', '45+': 'user' },
  },
  { path: '/stats-slide', kind: 'slide', next: '/step-2', back: '/step-1' },
  {
    path: '/step-2',
    kind: 'choice',
    next: '/step-3',
    back: '/stats-slide',
    step: 2,
    art: 'growth',
    records: { label: 'Income Source' },
    options: { employment: 'briefcase', passive: 'coins', other: 'more' },
  },
  {
    path: '/step-3',
    kind: 'choice',
    next: '/step-4',
    back: '/step-2',
    step: 3,
    art: 'path',
    records: { label: 'Financial Situation' },
    options: { comfortable: 'smile', stability: 'scale', struggle: 'mountain' },
  },
  {
    path: '/step-4',
    kind: 'choice',
    next: '/step-5',
    back: '/step-3',
    step: 4,
    art: 'calm',
    records: { label: 'Retirement Outlook' },
    options: { retired: 'sun', 'unsure-how': 'compass', 'not-considered': 'clock' },
  },
  {
    path: '/step-5',
    kind: 'choice',
    next: '/info-1',
    back: '/step-4',
    step: 5,
    art: 'fork',
    records: { label: 'Financial Confidence' },
    options: { very: 'level4', somewhat: 'level2', 'not-at-all': 'level1' },
  },
  { path: '/info-1', kind: 'slide', next: '/step-6', back: '/step-5', art: 'worry' },
  {
    path: '/step-6',
    kind: 'choice',
    next: '/step-7',
    back: '/info-1',
    step: 6,
    art: 'spike',
    records: { label: 'FOMO Frequency' },
    options: { 'all-the-time': 'level4', sometimes: 'level3', rarely: 'level2', 'not-at-all': 'level1' },
  },
  {
    path: '/step-7',
    kind: 'choice',
    next: '/step-8',
    back: '/step-6',
    step: 7,
    art: 'tools',
    records: { label: 'Trading Knowledge' },
    options: { experienced: 'candles', heard: 'chat', learn: 'book' },
  },
  {
    path: '/step-8',
    kind: 'choice',
    next: '/step-9',
    back: '/step-7',
    step: 8,
    art: 'safety',
    records: { label: 'Biggest Trading Fear' },
    options: { losing: 'fall', 'not-knowing': 'question', 'missing-out': 'bell', complicated: 'tangle' },
  },
  {
    path: '/step-9',
    kind: 'choice',
    next: '/step-10',
    back: '/step-8',
    step: 9,
    art: 'kit',
    records: { label: 'Most Interesting Aspect' },
    options: { timing: 'clock', assets: 'layers', risks: 'scale', unsure: 'question' },
  },
  {
    path: '/step-10',
    kind: 'multi-choice',
    next: '/step-11',
    back: '/step-9',
    step: 10,
    records: { label: 'Companies of Interest' },
    options: {
      netflix: null,
      tesla: null,
      apple: null,
      amazon: null,
      mcdonalds: null,
      shell: null,
      exxon: null,
      microsoft: null,
      google: null,
      pfizer: null,
    },
  },
  {
    path: '/step-11',
    kind: 'multi-choice',
    next: '/info-2',
    back: '/step-10',
    step: 11,
    art: 'challenge',
    records: { label: 'Preferred Trading Tools' },
    options: { tips: 'bulb', coach: 'spark', plan: 'map', simulator: 'screen' },
  },
  { path: '/info-2', kind: 'slide', next: '/step-12', back: '/step-11', art: 'tools' },
  {
    path: '/step-12',
    kind: 'choice',
    next: '/info-3',
    back: '/info-2',
    step: 12,
    art: 'challenge',
    records: { label: 'Income Goal' },
    options: { '30-50': 'coin', '50-100': 'coins', '100+': 'diamond' },
  },
  {
    path: '/info-3',
    kind: 'slide',
    next: '/step-13',
    back: '/step-12',
    art: 'path',
    viewContent: { name: 'Trading Information Page', id: 'info-step-3' },
  },
  {
    path: '/step-13',
    kind: 'choice',
    next: '/step-14',
    back: '/info-3',
    step: 13,
    art: 'growth',
    records: { label: 'Additional Income Use' },
    options: { bills: 'receipt', invest: 'rise', enjoy: 'plane', save: 'umbrella' },
  },
  {
    path: '/step-14',
    kind: 'choice',
    next: '/step-15',
    back: '/step-13',
    step: 14,
    art: 'path',
    records: { label: 'Trading Readiness' },
    options: { completely: 'level4', ready: 'level3', somewhat: 'level2', 'not-ready': 'level1' },
  },
  {
    path: '/step-15',
    kind: 'choice',
    next: '/step-16',
    back: '/step-14',
    step: 15,
    records: 'special-goal',
    options: { house: 'house', wedding: 'rings', vacation: 'plane', car: 'car', retirement: 'sun' },
  },
  {
    path: '/step-16',
    kind: 'choice',
    next: '/loading',
    back: '/step-15',
    step: 16,
    art: 'time',
    records: { label: 'Daily Time Commitment' },
    options: { min5: 'round1', min10: 'round2', min15: 'round3', min20: 'round4' },
  },
  { path: '/loading', kind: 'loading', next: '/step-17', back: null },
  { path: '/step-17', kind: 'email', next: '/final', back: '/step-16', step: 17 },
] as const satisfies readonly Screen[];

type FlowScreen = (typeof flow)[number];
export type QuizPath = FlowScreen['path'];
export type FlowScreenOf<Kind extends Screen['kind']> = Extract<FlowScreen, { kind: Kind }>;

export const screens: readonly Screen[] = flow;

/** How far the counter goes. */
export const totalSteps = Math.max(...screens.map(({ step = 0 }) => step));

export const screenAt = (path: string): Screen | undefined => screens.find((screen) => screen.path === path);
