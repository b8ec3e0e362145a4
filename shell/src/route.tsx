import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useLocation, useNavigate, type NavigateFunction } from 'react-router-dom';

import { useSignal, type Signal } from './signal.ts';

/** The router's current history entry. */
export interface Route {
  readonly path: string;
  /** The history state of the entry. It is untrusted, because any script of the page may have written it. */
  readonly state: unknown;
  readonly navigate: NavigateFunction;
}

interface RoutedProps {
  readonly route: Signal<Route | null>;
  /** Must be a stable function: a new one renders the current route again. */
  readonly render: (route: Route) => ReactNode;
}

/**
 * Publishes the router's location to `route` in a layout effect and renders it from there, before the paint. A screen that
 * reads `route` through the Shell API while it renders therefore gets its own entry, without a side effect during render.
 */
export function Routed({ route, render }: RoutedProps) {
  const location = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(
    () => route.set({ path: location.pathname, state: location.state, navigate }),
    [route, location, navigate],
  );
  const current = useSignal(route);
  return useMemo(() => current && render(current), [current, render]);
}
