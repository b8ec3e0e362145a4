/** The tools of `/step-11` by their recorded names, in the order of the week. */
const toolDays = {
  'Personal learning plan': 'plan',
  'Risk-free virtual trading simulator': 'simulator',
  'AI trading coach': 'coach',
  'Regular trading tips and advice': 'tips',
} as const;

type ToolDay = (typeof toolDays)[keyof typeof toolDays];
const toolOrder: readonly ToolDay[] = ['plan', 'simulator', 'coach', 'tips'];

type Level = 'beginner' | 'experienced';
type LevelDay = 'start' | 'chart' | 'review';

/** The key of one day's line. */
export type TaskDay = ToolDay | `${Level}-${LevelDay}`;

export interface FirstTask {
  /** The daily minutes: those of the answers, or the default. */
  readonly minutes: number;
  /** Whether no answer has named the daily minutes. */
  readonly isDefaultTime: boolean;
  /** Seven days, one line each. */
  readonly days: readonly TaskDay[];
}

const defaultMinutes = 10;

/**
 * The first 7-day task. Experience chooses the first, second and last day. The chosen tools come first in the four days
 * between. The daily time is that of the quiz.
 */
export function firstTask(answers: Readonly<Record<string, string>>): FirstTask {
  const level =
    answers['Trading Experience'] === 'YES' ||
    answers['Trading Knowledge'] === "I'm experienced but want to improve"
      ? 'experienced'
      : 'beginner';
  const names = (answers['Preferred Trading Tools'] ?? '').split(', ');
  const chosen = Object.entries(toolDays).flatMap(([name, day]) => (names.includes(name) ? day : []));
  const minutes = /^(\d{1,2}) min\/day$/.exec(answers['Daily Time Commitment'] ?? '')?.[1];
  return {
    minutes: minutes === undefined ? defaultMinutes : Number(minutes),
    isDefaultTime: minutes === undefined,
    days: [
      `${level}-start`,
      `${level}-chart`,
      ...chosen,
      ...toolOrder.filter((day) => !chosen.includes(day)),
      `${level}-review`,
    ],
  };
}

/** The English line of each day. Other languages are in `content`. */
export const firstTaskLines: Readonly<Record<TaskDay, string>> = {
  'beginner-start': 'Learn five terms: order, spread, stop loss, volume and trend.',
  'beginner-chart': 'Read one chart: find the trend and one support line.',
  'beginner-review': 'Look back at the week and write down one rule that you will keep.',
  'experienced-start': 'Write down the rules that you trade by now: entry, exit and risk.',
  'experienced-chart': 'Read one chart on two time frames and note where they disagree.',
  'experienced-review': 'Compare your practice trades with your rules and change one rule.',
  plan: 'Open your personal learning plan and finish its first lesson.',
  simulator: 'Place one practice order in the simulator, with a stop loss.',
  coach: 'Ask the AI trading coach about one thing that is still unclear.',
  tips: 'Read today’s trading tip and find one chart where it applies.',
};
