import { Component, type ReactNode } from 'react';

import { RouterError } from './router-error.tsx';

/** The last boundary: an error of the shell itself still leaves a page that says what to do. */
export class RootBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <RouterError /> : this.props.children;
  }
}
