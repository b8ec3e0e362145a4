import type { Operator, Permission } from '@funnel/contracts/operators';
import { createContext, use } from 'react';

const OperatorContext = createContext<Operator | null>(null);
export const OperatorProvider = OperatorContext.Provider;

/** Who is signed in. */
function useOperator(): Operator {
  const operator = use(OperatorContext);
  if (!operator) throw new Error('outside of a session');
  return operator;
}

/** Whether to show what needs the permission. The service decides anew on each call. */
export const useHasPermission = (permission: Permission): boolean =>
  useOperator().permissions.includes(permission);
