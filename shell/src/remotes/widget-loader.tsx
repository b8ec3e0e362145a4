import { widgetOwner, type ReleasedRemote, type ReleaseSet } from '@funnel/contracts/release';
import { ErrorBoundary } from '@funnel/shell-kit/error-boundary';
import type { FunnelShell, WidgetProps } from '@funnel/shell-kit/remote';
import { useState, type ComponentType } from 'react';

import type { LoadedRemote, RemoteLoader } from './remote-loader.ts';

/** Thrown to who shows a widget, where no version of it can be shown. It was reported as the widget's own fault. */
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
type Shown = { status: 'shown'; widget: Widget } | { status: 'awaited' } | { status: 'broken' };

/** Brings widgets of any remote. One that breaks takes nothing with it, whoever shows it. */
export function createWidgetLoader({
  set,
  loader,
  onRenderError,
}: WidgetLoaderOptions): FunnelShell['loadWidget'] {
  const failedOwners = new Set<string>();

  return async (name) => {
    const owner = widgetOwner(set, name);
    if (!owner) throw new Error(`no remote of this release has the widget ${name}`);
    const { remote } = owner;

    const pick = ({ module, version }: LoadedRemote): Widget => {
      const View = module.widgets?.[owner.name];
      if (!View) throw new Error(`${remote.name} does not have the widget ${owner.name}`);
      return { View, version };
    };
    const take = (loading: Promise<LoadedRemote>) =>
      loading.then(pick).catch((error: unknown) => {
        failedOwners.add(remote.name);
        throw error;
      });
    const loadFallback = ({ version }: Widget, error: unknown) => {
      loader.markFailed(remote.name, version);
      onRenderError(remote, version, error);
      return take(loader.load(remote));
    };
    // Asked for again after it failed: that is the visitor's wish, and begins anew.
    const isRefetch = failedOwners.delete(remote.name);
    return withFallback(await take(isRefetch ? loader.reload(remote) : loader.load(remote)), loadFallback);
  };
}

/** The widget in a boundary of its own. What breaks in it is replaced by what `takeOther` brings, if it does. */
function withFallback(
  first: Widget,
  loadFallback: (broken: Widget, error: unknown) => Promise<Widget>,
): ComponentType<WidgetProps> {
  return function WidgetWithFallback(props) {
    const [shown, setShown] = useState<Shown>({ status: 'shown', widget: first });
    if (shown.status === 'broken') throw new WidgetUnavailableError('no version of a widget can be shown');
    if (shown.status === 'awaited') return null;

    const { widget } = shown;
    const replace = (error: unknown) => {
      setShown({ status: 'awaited' });
      loadFallback(widget, error).then(
        (other) => setShown({ status: 'shown', widget: other }),
        () => setShown({ status: 'broken' }),
      );
    };
    return (
      <ErrorBoundary onError={replace}>
        <widget.View {...props} />
      </ErrorBoundary>
    );
  };
}
