import { ErrorBoundary } from '@funnel/shell-kit/error-boundary';
import type { ReactNode } from 'react';

import { FatalErrorScreen } from './fatal-error-screen.tsx';

interface RootErrorBoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** The outermost boundary: an error of the shell itself shows the fatal error screen. */
export function RootErrorBoundary({ onError, children }: RootErrorBoundaryProps) {
  return (
    <ErrorBoundary onError={onError} fallback={<FatalErrorScreen />}>
      {children}
    </ErrorBoundary>
  );
}
