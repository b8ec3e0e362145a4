import type { Operator } from '@funnel/contracts/operators';
import { createContext, use } from 'react';

const OperatorContext = createContext<Operator | null>(null);
export const OperatorProvider = OperatorContext.Provider;

/** Who is signed in. */
function useOperator(): Operator {
  const operator = use(OperatorContext);
  if (!operator) throw new Error('outside of a session');
  return operator;
}

/** Whether to show what moves something. The service decides anew on each call. */
export const useIsManager = (): boolean => useOperator().role === 'manager';
