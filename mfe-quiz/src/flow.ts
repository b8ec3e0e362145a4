import { stagePaths } from '@funnel/contracts/stage-paths';
import type { IconName } from '@funnel/ui/icon';

interface BaseEntry {
  readonly path: string;
  /** The screen speaks of trading as a way to money, so the warning about risk is on it. A screen with a claim always has it. */
  readonly hasRiskNote?: true;
}

interface QuestionEntry extends BaseEntry {
  /** The label under which the answer is recorded. `special-goal` is a separate value of the visitor's state. */
  readonly records: { readonly label: string } | 'special-goal';
  /** Option ids with their icons, in display order. The content has the texts under the same ids. */
  readonly options: Readonly<Record<string, IconName | null>>;
}

interface ChoiceEntry extends QuestionEntry {
  readonly kind: 'choice';
  /** Query parameter that carries the answer if the form is sent before any script runs. */
  readonly param?: string;
}

interface MultiChoiceEntry extends QuestionEntry {
  readonly kind: 'multi-choice';
}

interface SlideEntry extends BaseEntry {
  readonly kind: 'slide';
  /** The ViewContent event to report when the slide is viewed. */
  readonly viewContent?: { readonly name: string; readonly id: string };
}

interface LoadingEntry extends BaseEntry {
  readonly kind: 'loading';
}

interface EmailEntry extends BaseEntry {
  readonly kind: 'email';
}

type FlowEntry = ChoiceEntry | MultiChoiceEntry | SlideEntry | LoadingEntry | EmailEntry;

/** The position of a screen, derived from the order of the flow. */
interface Position {
  /** Path of the next screen, or of the offer. */
  readonly next: string;
  /** Target of the back arrow; null if there is no arrow. */
  readonly back: string | null;
  /** Number in the counter; null if the screen shows no counter. */
  readonly step: number | null;
}

export type ChoiceScreen = ChoiceEntry & Position;
export type MultiChoiceScreen = MultiChoiceEntry & Position;
export type SlideScreen = SlideEntry & Position;
export type QuestionScreen = ChoiceScreen | MultiChoiceScreen;
export type Screen = FlowEntry & Position;

export const isQuestion = (screen: Screen): screen is QuestionScreen =>
  screen.kind === 'choice' || screen.kind === 'multi-choice';

/** The whole quiz in order. Screens, top bar, content types, manifest and tests take the order from here. */
const flow = [
  {
    path: '/',
    kind: 'choice',
    param: 'traded',
    records: { label: 'Trading Experience' },
    options: { yes: 'candles', no: 'sprout' },
  },
  {
    path: '/step-1',
    kind: 'choice',
    records: { label: 'Age' },
    options: { '18-24': 'age18', '25-34': 'age25', '35-44': 'age35', '45+': 'age45' },
  },
  { path: '/stats-slide', kind: 'slide' },
  {
    path: '/step-2',
    kind: 'choice',
    records: { label: 'Income Source' },
    options: { employment: 'briefcase', passive: 'coins', other: 'more' },
  },
  {
    path: '/step-3',
    kind: 'choice',
    records: { label: 'Financial Situation' },
    options: { comfortable: 'smile', stability: 'scale', struggle: 'mountain' },
  },
  {
    path: '/step-4',
    hasRiskNote: true,
    kind: 'choice',
    records: { label: 'Retirement Outlook' },
    options: { retired: 'sun', 'unsure-how': 'compass', 'not-considered': 'question' },
  },
  {
    path: '/step-5',
    kind: 'choice',
    records: { label: 'Financial Confidence' },
    options: { very: 'grin', somewhat: 'even', 'not-at-all': 'frown' },
  },
  { path: '/info-1', kind: 'slide' },
  {
    path: '/step-6',
    kind: 'choice',
    records: { label: 'FOMO Frequency' },
    options: { 'all-the-time': 'often4', sometimes: 'often2', rarely: 'often1', 'not-at-all': 'often0' },
  },
  {
    path: '/step-7',
    kind: 'choice',
    records: { label: 'Trading Knowledge' },
    options: { experienced: 'candles', heard: 'chat', learn: 'book' },
  },
  {
    path: '/step-8',
    kind: 'choice',
    records: { label: 'Biggest Trading Fear' },
    options: { losing: 'fall', 'not-knowing': 'question', 'missing-out': 'bell', complicated: 'tangle' },
  },
  {
    path: '/step-9',
    kind: 'choice',
    records: { label: 'Most Interesting Aspect' },
    options: { timing: 'clock', assets: 'layers', risks: 'scale', unsure: 'question' },
  },
  {
    path: '/step-10',
    kind: 'multi-choice',
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
    records: { label: 'Preferred Trading Tools' },
    options: { tips: 'bulb', coach: 'spark', plan: 'map', simulator: 'screen' },
  },
  { path: '/info-2', hasRiskNote: true, kind: 'slide' },
  {
    path: '/step-12',
    hasRiskNote: true,
    kind: 'choice',
    records: { label: 'Income Goal' },
    options: { '30-50': 'stack1', '50-100': 'stack2', '100+': 'stack3' },
  },
  {
    path: '/info-3',
    kind: 'slide',
    viewContent: { name: 'Trading Information Page', id: 'info-step-3' },
  },
  {
    path: '/step-13',
    hasRiskNote: true,
    kind: 'choice',
    records: { label: 'Additional Income Use' },
    options: { bills: 'receipt', invest: 'rise', enjoy: 'plane', save: 'umbrella' },
  },
  {
    path: '/step-14',
    kind: 'choice',
    records: { label: 'Trading Readiness' },
    options: { completely: 'level4', ready: 'level3', somewhat: 'level2', 'not-ready': 'level1' },
  },
  {
    path: '/step-15',
    kind: 'choice',
    records: 'special-goal',
    options: { house: 'house', wedding: 'rings', vacation: 'palm', car: 'car', retirement: 'sun' },
  },
  {
    path: '/step-16',
    kind: 'choice',
    records: { label: 'Daily Time Commitment' },
    options: { min5: 'round1', min10: 'round2', min15: 'round3', min20: 'round4' },
  },
  { path: '/loading', kind: 'loading' },
  { path: '/step-17', kind: 'email' },
] as const satisfies readonly FlowEntry[];

type FlowScreen = (typeof flow)[number];
export type QuizPath = FlowScreen['path'];
export type FlowScreenOf<Kind extends Screen['kind']> = Extract<FlowScreen, { kind: Kind }>;

/** Questions and the email step are numbered. The home screen is not, because the count starts after it. */
const isNumbered = ({ kind }: FlowEntry, index: number): boolean =>
  index > 0 && kind !== 'slide' && kind !== 'loading';

function toScreen(entry: FlowEntry, index: number, entries: readonly FlowEntry[]): Screen {
  // The loading screen replaces its history entry, so back skips it.
  const previous = entries.slice(0, index).findLast(({ kind }) => kind !== 'loading');
  return {
    ...entry,
    next: entries[index + 1]?.path ?? stagePaths.offer,
    back: entry.kind === 'loading' ? null : (previous?.path ?? null),
    step: isNumbered(entry, index) ? entries.slice(0, index + 1).filter(isNumbered).length : null,
  };
}

export const screens: readonly Screen[] = flow.map(toScreen);

/** The highest number in the counter. */
export const totalSteps = Math.max(...screens.map(({ step }) => step ?? 0));

export const screenAt = (path: string): Screen | undefined => screens.find((screen) => screen.path === path);
