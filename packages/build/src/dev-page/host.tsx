import type { TopBar } from '@funnel/contracts/release';
import type { WidgetName } from '@funnel/contracts/widgets';
import type { ReactRemote } from '@funnel/shell-kit/remote';
import { createInstance } from '@module-federation/enhanced/runtime';
import React, { useEffect, useMemo, useState } from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import ReactDom from 'react-dom';
import { createRoot } from 'react-dom/client';

import { createMemoryShell } from './memory-shell.ts';

/** Sample requests, as other remotes would send them. */
const requests: Readonly<Record<string, object>> = {
  'legal/dialog': { tab: 'terms' },
  'checkout/payment-form': { planId: 'plan2', email: 'visitor@example.com' },
  'quiz/unsent-lead': {},
} satisfies Record<WidgetName, object>;

const WidgetLink = ({ name }: { name: string }) => (
  <a href={`?widget=${encodeURIComponent(JSON.stringify({ name, ...requests[name] }))}`}>{name}</a>
);

/** A minimal host for one remote. It loads the same files that would be published. */
function DevPage({ remote, widgets }: { remote: ReactRemote; widgets: readonly string[] }) {
  const [path, setPath] = useState(location.pathname);
  const [bar, setBar] = useState<TopBar | null>(null);
  const [log, setLog] = useState<readonly string[]>([]);
  const shell = useMemo(
    () =>
      createMemoryShell({
        showPath: setPath,
        showTopBar: setBar,
        log: (text) => setLog((lines) => [...lines.slice(-20), text]),
      }),
    [],
  );
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  // `?widget={"name":"legal/dialog","tab":"terms"}` shows a widget instead of a screen.
  const [request] = useState(() => JSON.parse(new URLSearchParams(location.search).get('widget') ?? 'null'));
  const Widget = request && remote.widgets?.[request.name.split('/')[1]];
  const { Stage } = remote;
  return (
    <>
      {bar && !bar.hidden && (
        <pre>
          {bar.back?.to ?? '–'} | {bar.counter ?? '–'} | {bar.progress ?? '–'} %
        </pre>
      )}
      {Widget && <Widget shell={shell} request={{ ...request, onClose: () => history.back() }} />}
      {Stage && !Widget && <Stage shell={shell} path={path} />}
      <details open={!Stage}>
        <summary>Widgets and log</summary>
        {widgets.map((name) => (
          <WidgetLink key={name} name={name} />
        ))}
        <pre>{log.join('\n')}</pre>
      </details>
    </>
  );
}

const share = (module: object) => ({ version: React.version, lib: () => module });

async function start() {
  const { name, container, paths, widgets } = await (await fetch('/remote.json')).json();
  const isElsewhere = paths.length > 0 && !paths.includes(location.pathname);
  if (isElsewhere && !location.search.includes('widget=')) history.replaceState(null, '', paths[0]);
  const federation = createInstance({
    name: 'dev-page',
    remotes: [{ name: container, entry: '/remoteEntry.js', type: 'var', entryGlobalName: container }],
    shared: {
      react: share(React),
      'react-dom': share(ReactDom),
      'react/jsx-runtime': share(jsxRuntime),
    },
  });
  const module = await federation.loadRemote<{ remote: ReactRemote }>(`${container}/remote`);
  const root = document.getElementById('root');
  const names = widgets.map((widget: string) => `${name.replace('mfe-', '')}/${widget}`);
  if (module && root) createRoot(root).render(<DevPage remote={module.remote} widgets={names} />);
}

void start();
