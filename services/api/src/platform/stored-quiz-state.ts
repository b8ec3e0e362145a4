import { createCheckoutRequestSchema } from '@funnel/contracts/api';

const quizStateSchema = createCheckoutRequestSchema.shape.quizState;

/** The buyer's answers of a row of `checkout_sessions`, or null if the page sent none. */
export const storedQuizState = ({ quiz_state }: { readonly quiz_state: string | null }) =>
  quizStateSchema.parse(quiz_state ? JSON.parse(quiz_state) : undefined) ?? null;
