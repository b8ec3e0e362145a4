import type { ReleasedRemote, ReleaseSet } from './release-set.ts';

/** Returns the remote that owns the path, if any. */
export const ownerOf = (set: ReleaseSet, path: string): ReleasedRemote | undefined =>
  set.remotes.find((remote) => remote.paths.includes(path));

/** Returns the remote of a widget and the widget's own name: `legal/dialog` is the widget `dialog` of `mfe-legal`. */
export function widgetOwner(
  set: ReleaseSet,
  widget: string,
): { remote: ReleasedRemote; name: string } | undefined {
  const [owner = '', name = ''] = widget.split('/');
  const remote = set.remotes.find(
    (candidate) => candidate.name === `mfe-${owner}` && candidate.widgets.includes(name),
  );
  return remote && { remote, name };
}
