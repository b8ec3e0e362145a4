import { widgetOwner, type ReleasedRemote, type ReleaseSet } from '@funnel/contracts/release';
import { ErrorBoundary } from '@funnel/shell-kit/error-boundary';
import type { FunnelShell, WidgetProps } from '@funnel/shell-kit/remote';
import { useState, type ComponentType } from 'react';

import type { LoadedRemote, RemoteLoader } from './remote-loader.ts';

/** Thrown to the component that shows a widget if no version of it renders. The failure was already reported. */
export class WidgetUnavailableError extends Error {}

interface WidgetLoaderOptions {
  readonly set: ReleaseSet;
  readonly loader: RemoteLoader;
  readonly onRenderError: (remote: ReleasedRemote, version: string, error: unknown) => void;
}

interface Widget {
  readonly View: ComponentType<WidgetProps>;
  readonly version: string;
}
type Shown = { status: 'shown'; widget: Widget } | { status: 'loading' } | { status: 'failed' };

/** Creates the loader of widgets. A widget that fails to render is replaced by its fallback version in its own boundary. */
export function createWidgetLoader({
  set,
  loader,
  onRenderError,
}: WidgetLoaderOptions): FunnelShell['loadWidget'] {
  const failedOwners = new Set<string>();

  return async (name) => {
    const owner = widgetOwner(set, name);
    if (!owner) throw new Error(`no remote of this release set has the widget ${name}`);
    const { remote } = owner;

    const pick = ({ module, version }: LoadedRemote): Widget => {
      const View = module.widgets?.[owner.name];
      if (!View) throw new Error(`${remote.name} does not have the widget ${owner.name}`);
      return { View, version };
    };
    const pickFrom = (loading: Promise<LoadedRemote>) =>
      loading.then(pick).catch((error: unknown) => {
        failedOwners.add(remote.name);
        throw error;
      });
    const loadFallback = ({ version }: Widget, error: unknown) => {
      loader.markFailed(remote.name, version);
      onRenderError(remote, version, error);
      return pickFrom(loader.load(remote));
    };
    // A request after a failure is a retry by the visitor, so all files are loaded again.
    const isRefetch = failedOwners.delete(remote.name);
    return withFallback(
      await pickFrom(isRefetch ? loader.reload(remote) : loader.load(remote)),
      loadFallback,
    );
  };
}

/** Wraps a widget in its own boundary. If it fails to render, the result of `loadFallback` replaces it. */
function withFallback(
  first: Widget,
  loadFallback: (failed: Widget, error: unknown) => Promise<Widget>,
): ComponentType<WidgetProps> {
  return function WidgetWithFallback(props) {
    const [shown, setShown] = useState<Shown>({ status: 'shown', widget: first });
    if (shown.status === 'failed') throw new WidgetUnavailableError('no version of a widget renders');
    if (shown.status === 'loading') return null;

    const { widget } = shown;
    const replace = (error: unknown) => {
      setShown({ status: 'loading' });
      loadFallback(widget, error).then(
        (fallback) => setShown({ status: 'shown', widget: fallback }),
        () => setShown({ status: 'failed' }),
      );
    };
    return (
      <ErrorBoundary onError={replace}>
        <widget.View {...props} />
      </ErrorBoundary>
    );
  };
}
