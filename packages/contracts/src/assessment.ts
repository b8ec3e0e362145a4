/**
 * The points of each answer, by question label and recorded answer. The best answers add up to 100. They measure how
 * prepared a visitor is to start learning, and nothing about results of trading.
 */
export const assessmentPoints = {
  'Trading Experience': { YES: 15, NO: 5 },
  'Trading Knowledge': {
    "I'm experienced but want to improve": 20,
    "I've heard about it": 12,
    "No but I'd like to learn more": 6,
  },
  'Financial Situation': {
    "I'm comfortable": 15,
    "I'd like more stability": 10,
    'I struggle to reach my financial goals': 5,
  },
  'Financial Confidence': { 'Very confident': 15, 'Somewhat confident': 10, 'Not confident at all': 5 },
  'Trading Readiness': { 'Completely ready': 20, Ready: 15, 'Somewhat ready': 10, 'Not ready': 5 },
  'Daily Time Commitment': { '5 min/day': 5, '10 min/day': 9, '15 min/day': 12, '20 min/day': 15 },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

/** A question that the assessment reads. */
export type AssessedLabel = keyof typeof assessmentPoints;

/** The questions that the assessment reads, in display order. */
export const assessedLabels: readonly AssessedLabel[] = [
  'Trading Experience',
  'Trading Knowledge',
  'Financial Situation',
  'Financial Confidence',
  'Trading Readiness',
  'Daily Time Commitment',
];

export interface AssessmentPart {
  readonly label: AssessedLabel;
  /** The recorded answer, or null without a known one. */
  readonly answer: string | null;
  readonly points: number;
  readonly maxPoints: number;
}

export interface Assessment {
  /** 0 to 100. */
  readonly score: number;
  readonly parts: readonly AssessmentPart[];
}

type Answers = Readonly<Record<string, string>>;

function partOf(label: AssessedLabel, answers: Answers): AssessmentPart {
  const options: Readonly<Record<string, number>> = assessmentPoints[label];
  const answer = answers[label] ?? '';
  const points = Object.hasOwn(options, answer) ? options[answer] : undefined;
  return {
    label,
    answer: points === undefined ? null : answer,
    points: points ?? 0,
    maxPoints: Math.max(...Object.values(options)),
  };
}

/** The assessment of the answers, or null if none of its questions was answered. */
export function assess(answers: Answers): Assessment | null {
  const parts = assessedLabels.map((label) => partOf(label, answers));
  if (parts.every(({ answer }) => answer === null)) return null;
  return { score: parts.reduce((sum, { points }) => sum + points, 0), parts };
}

/** The highest level of a slider. The goal is there, and today is always below. */
export const topLevel = 5;

/** Where the answers to some questions put the visitor today: 1 to 4. Without answers, 1. */
export function currentLevel(answers: Answers, labels: readonly AssessedLabel[]): number {
  const parts = labels.map((label) => partOf(label, answers));
  const sum = (key: 'points' | 'maxPoints') => parts.reduce((total, part) => total + part[key], 0);
  return 1 + Math.floor((sum('points') / sum('maxPoints')) * (topLevel - 2));
}
