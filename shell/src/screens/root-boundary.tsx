import { Boundary } from '@funnel/shell-kit/boundary';
import type { ReactNode } from 'react';

import { RouterError } from './router-error.tsx';

interface RootBoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** The last boundary: an error of the shell itself still leaves a page that says what to do. */
export function RootBoundary({ onError, children }: RootBoundaryProps) {
  return (
    <Boundary onError={onError} fallback={<RouterError />}>
      {children}
    </Boundary>
  );
}
