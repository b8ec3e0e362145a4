import type { Operator, Permission } from '@funnel/contracts/operators';
import { createContext, use } from 'react';

const OperatorContext = createContext<Operator | null>(null);
export const OperatorProvider = OperatorContext.Provider;

/** Whether to show a control that needs the permission. The service checks it again on every call. */
export function useHasPermission(permission: Permission): boolean {
  const operator = use(OperatorContext);
  if (!operator) throw new Error('useHasPermission must be called inside of OperatorProvider');
  return operator.permissions.includes(permission);
}
