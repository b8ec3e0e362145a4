/** The visitor's answers. The shell stores them in local storage under exactly these three keys; null means no value. */
export interface FunnelState {
  readonly specialGoal: string | null;
  readonly email: string | null;
  /** Answers by question label, in English. The names of a multi-select are joined with `, `. */
  readonly quizAnswers: Readonly<Record<string, string>>;
}

/** Limits of the service: maximum characters of goal, label and answer, and maximum number of answers. */
export const stateLimits = { goal: 200, label: 80, answer: 400, answers: 40 } as const;

/** The state of a new visitor. */
export const emptyFunnelState: FunnelState = { specialGoal: null, email: null, quizAnswers: {} };

/** The visitor answered a question. `label` is its key in `quizAnswers`. */
export const questionAnswered = (label: string, answer: string) =>
  ({ type: 'funnel/questionAnswered', payload: { label, answer } }) as const;
/** The visitor selected their special goal. */
export const goalChosen = (goal: string) => ({ type: 'funnel/goalChosen', payload: goal }) as const;
/** The visitor entered a valid email. The caller has checked it with `checkEmail`. */
export const emailGiven = (email: string) => ({ type: 'funnel/emailGiven', payload: email }) as const;
/** The visitor discarded their answers, the special goal and the email. */
export const startedOver = () => ({ type: 'funnel/startedOver' }) as const;

/** Every action that a remote may dispatch. Actions are plain objects, so that no remote needs a state library. */
export type FunnelAction =
  | ReturnType<typeof questionAnswered>
  | ReturnType<typeof goalChosen>
  | ReturnType<typeof emailGiven>
  | ReturnType<typeof startedOver>;

/** The answers as one line for the lead webhook: `Financial Situation: I'm comfortable, Trading Readiness: Ready`. */
export const answersSummary = (state: FunnelState): string =>
  Object.entries(state.quizAnswers)
    .map(([label, answer]) => `${label}: ${answer}`)
    .join(', ');
