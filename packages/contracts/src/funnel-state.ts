/** What the visitor has told us. Kept by the shell, in local storage, under exactly these three keys. */
export interface FunnelState {
  readonly specialGoal: string | null;
  readonly email: string | null;
  /** Question label to answer. The answers of a multi-select are joined with `, `. */
  readonly quizAnswers: Readonly<Record<string, string>>;
}

export const emptyFunnelState: FunnelState = { specialGoal: null, email: null, quizAnswers: {} };

export const questionAnswered = (label: string, answer: string) =>
  ({ type: 'funnel/questionAnswered', payload: { label, answer } }) as const;
export const goalChosen = (goal: string) => ({ type: 'funnel/goalChosen', payload: goal }) as const;
export const emailGiven = (email: string) => ({ type: 'funnel/emailGiven', payload: email }) as const;
export const startedOver = () => ({ type: 'funnel/startedOver' }) as const;

/** Everything a remote may say happened. Plain objects: no remote needs a state library. */
export type FunnelAction =
  | ReturnType<typeof questionAnswered>
  | ReturnType<typeof goalChosen>
  | ReturnType<typeof emailGiven>
  | ReturnType<typeof startedOver>;

/** `Financial Situation: I'm comfortable, Trading Readiness: Ready`, as the lead webhook wants it. */
export const answersSummary = (state: FunnelState): string =>
  Object.entries(state.quizAnswers)
    .map(([label, answer]) => `${label}: ${answer}`)
    .join(', ');
