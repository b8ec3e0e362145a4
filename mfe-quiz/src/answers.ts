import {
  goalChosen,
  questionAnswered,
  type FunnelAction,
  type FunnelState,
} from '@funnel/contracts/funnel-state';
import type { Locale } from '@funnel/contracts/content/locales';
import { stagePaths } from '@funnel/contracts/stage-paths';

import { questionIn } from './content/content.ts';
import { isQuestion, screenAt, screens, type QuestionScreen, type QuizPath, type Screen } from './flow.ts';

const separator = ', ';

/** The answers chosen on a screen, in English. Empty if the screen was not answered. */
export function chosenAnswers({ records, kind }: QuestionScreen, state: FunnelState): readonly string[] {
  const recorded = records === 'special-goal' ? state.specialGoal : state.quizAnswers[records.label];
  if (!recorded) return [];
  return kind === 'multi-choice' ? recorded.split(separator) : [recorded];
}

/** The recorded answer to one question, in the visitor's language. */
export function shownAnswer(locale: Locale, path: QuizPath, state: FunnelState): string | null {
  const screen = screenAt(path);
  if (!screen || !isQuestion(screen)) return null;
  const { options } = questionIn(locale, screen);
  const textOf = (chosen: string) => options.find(({ answer }) => answer === chosen)?.text ?? chosen;
  return chosenAnswers(screen, state).map(textOf).join(separator) || null;
}

/** The action that records the answers of a screen. */
export function answerAction({ records }: QuestionScreen, answers: readonly string[]): FunnelAction {
  const answer = answers.join(separator);
  return records === 'special-goal' ? goalChosen(answer) : questionAnswered(records.label, answer);
}

const lastAnswered = (state: FunnelState): Screen | undefined =>
  screens.findLast((screen) => isQuestion(screen) && chosenAnswers(screen, state).length > 0);

/** Whether any question of the quiz was answered. */
export const hasAnswered = (state: FunnelState): boolean => lastAnswered(state) !== undefined;

const lastQuestion = screens.findLast(isQuestion);

/**
 * The path at which a visitor with recorded answers resumes: the screen after the last answered one, or the offer if
 * the visitor has submitted an email.
 */
export function resumePath(state: FunnelState, hasSubmittedEmail: boolean): string {
  const last = lastAnswered(state);
  if (hasSubmittedEmail && last === lastQuestion) return stagePaths.offer;
  return last?.next ?? stagePaths.start;
}
