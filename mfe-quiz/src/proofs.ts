import type { QuizPath, Screen } from './flow.ts';

/** A fact about the product. The content has its text. */
export type ProofId = 'pace' | 'simulator' | 'plan' | 'privacy' | 'beginner' | 'data';

/** The fact that suits a screen's subject, where it is not the plan. */
const proofs = {
  '/': 'beginner',
  '/stats-slide': 'pace',
  '/step-2': 'privacy',
  '/step-3': 'simulator',
  '/step-4': 'pace',
  '/info-1': 'simulator',
  '/step-6': 'simulator',
  '/step-7': 'beginner',
  '/step-8': 'simulator',
  '/step-9': 'data',
  '/step-10': 'data',
  '/step-11': 'pace',
  '/info-2': 'simulator',
  '/step-12': 'simulator',
  '/info-3': 'pace',
  '/step-13': 'beginner',
  '/step-14': 'data',
  '/step-16': 'pace',
} as const satisfies Partial<Record<QuizPath, ProofId>>;

export function proofOf({ path }: Screen): ProofId {
  const byPath: Readonly<Partial<Record<string, ProofId>>> = proofs;
  return byPath[path] ?? 'plan';
}
