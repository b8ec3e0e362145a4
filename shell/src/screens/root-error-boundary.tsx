import { ErrorBoundary } from '@funnel/shell-kit/error-boundary';
import type { ReactNode } from 'react';

import { FatalErrorScreen } from './fatal-error-screen.tsx';

interface RootBoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** The last boundary: an error of the shell itself still leaves a page that says what to do. */
export function RootErrorBoundary({ onError, children }: RootBoundaryProps) {
  return (
    <ErrorBoundary onError={onError} fallback={<FatalErrorScreen />}>
      {children}
    </ErrorBoundary>
  );
}
