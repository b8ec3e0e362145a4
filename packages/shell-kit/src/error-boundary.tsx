import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Called once for each error that the children throw while rendering or in an effect. */
  readonly onError: (error: unknown) => void;
  /** Replaces the children after an error. Nothing is shown without it. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Catches errors of its children, reports them to its owner, and shows the fallback from then on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError() {
    return { hasError: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.hasError ? this.props.fallback : this.props.children;
  }
}
