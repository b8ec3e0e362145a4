import {
  goalChosen,
  questionAnswered,
  type FunnelAction,
  type FunnelState,
} from '@funnel/contracts/funnel-state';
import { stagePaths } from '@funnel/contracts/stage-paths';

import { screenAt, screens, type QuestionScreen, type QuizPath, type Screen } from './flow.ts';

const separator = ', ';

export const isQuestion = (screen: Screen): screen is QuestionScreen =>
  screen.kind === 'choice' || screen.kind === 'multi-choice';

/** The names chosen on a screen, in English; none when it was not answered. */
export function chosenAnswers({ records, kind }: QuestionScreen, state: FunnelState): readonly string[] {
  const recorded = records === 'special-goal' ? state.specialGoal : state.quizAnswers[records.label];
  if (!recorded) return [];
  return kind === 'multi-choice' ? recorded.split(separator) : [recorded];
}

/** The answer to one question, as it is recorded. */
export function recordedAnswer(path: QuizPath, state: FunnelState): string | null {
  const screen = screenAt(path);
  return screen && isQuestion(screen) ? chosenAnswers(screen, state).join(separator) || null : null;
}

/** What to tell the shell when a screen was answered. */
export function answerAction({ records }: QuestionScreen, answers: readonly string[]): FunnelAction {
  const answer = answers.join(separator);
  return records === 'special-goal' ? goalChosen(answer) : questionAnswered(records.label, answer);
}

const lastAnswered = (state: FunnelState): Screen | undefined =>
  screens.findLast((screen) => isQuestion(screen) && chosenAnswers(screen, state).length > 0);

/** Whether there is an answer to come back to. */
export const hasAnswered = (state: FunnelState): boolean => lastAnswered(state) !== undefined;

const lastQuestion = screens.findLast(isQuestion);

/** Where a visitor with answers on record goes on: behind the last screen they answered. */
export function resumePath(state: FunnelState): string {
  const last = lastAnswered(state);
  // The e-mail alone may have come with a link, before any question was answered.
  if (state.email && last === lastQuestion) return stagePaths.offer;
  return last?.next ?? stagePaths.start;
}
