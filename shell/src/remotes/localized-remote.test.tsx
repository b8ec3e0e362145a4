import type { FunnelShell, ReactRemote } from '@funnel/shell-kit/remote';
import { createContent } from '@funnel/shell-kit/content';
import { noopShell } from '@funnel/shell-kit/noop-shell';
import { renderToStaticMarkup } from 'react-dom/server';

import { localizeRemote } from './localized-remote.tsx';

const quiet = () => undefined;
/** A shell whose host is in German. */
const german: FunnelShell = { ...noopShell, locale: 'de' };

/** A remote with one text, in English and in the languages of the loaders. */
function remoteWith(loaders: Parameters<typeof createContent<{ hello: string }>>[1]): ReactRemote {
  const content = createContent({ hello: 'Hello' }, loaders);
  const View = ({ shell }: { shell: FunnelShell }) => <p>{content.in(shell.locale).hello}</p>;
  return { contract: 1, Stage: View, widgets: { dialog: View }, languages: content.languages };
}

/** The remote's screen and its widget on a page, rendered by a host in German. */
async function show(remote: ReactRemote, pageLocale: 'en' | 'de') {
  const { Stage, widgets } = await localizeRemote(remote, pageLocale);
  const Dialog = widgets?.['dialog'];
  if (!Stage || !Dialog) throw new Error('The remote has lost a part');
  const request = { name: 'legal/dialog', tab: 'terms', onClose: quiet } as const;
  return [
    renderToStaticMarkup(<Stage shell={german} path="/" />),
    renderToStaticMarkup(<Dialog shell={german} request={request} />),
  ];
}

beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(quiet));
afterEach(() => jest.restoreAllMocks());

it('shows screens and widgets in the language of the page', async () => {
  const remote = remoteWith({ de: async () => ({ hello: 'Hallo' }) });
  expect(await show(remote, 'de')).toEqual(['<p>Hallo</p>', '<p>Hallo</p>']);
});

const inEnglish = '<div lang="en"><p>Hello</p></div>';

it('shows a remote without the language in English, and marks it', async () => {
  expect(await show(remoteWith({}), 'de')).toEqual([inEnglish, inEnglish]);
  // A published remote that knows nothing of languages.
  const { languages, ...old } = remoteWith({});
  expect(languages).toEqual({});
  expect(await show(old, 'de')).toEqual([inEnglish, inEnglish]);
});

it('shows a remote in English if its texts do not load', async () => {
  const remote = remoteWith({ de: () => Promise.reject(new Error('no such chunk')) });
  expect(await show(remote, 'de')).toEqual([inEnglish, inEnglish]);
});

it('loads the texts of a remote again after a failure', async () => {
  const load = jest.fn(async () => ({ hello: 'Hallo' })).mockRejectedValueOnce(new Error('lost'));
  expect(await show(remoteWith({ de: load }), 'de')).toEqual(['<p>Hallo</p>', '<p>Hallo</p>']);
});

it('calls the service in English from a remote that is shown in English, so that it records what the page shows', async () => {
  const sent: (readonly [string, string | undefined, string | null])[] = [];
  const shell: FunnelShell = {
    ...german,
    async request(path, init) {
      sent.push([path, init?.method, new Headers(init?.headers).get('x-locale')]);
      return new Response();
    },
  };
  const order = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const View = ({ shell: given }: { shell: FunnelShell }) => {
    void given.request('/api/create-checkout', order);
    return null;
  };
  const show = async (remote: ReactRemote) => {
    const { Stage } = await localizeRemote(remote, 'de');
    if (Stage) renderToStaticMarkup(<Stage shell={shell} path="/" />);
  };
  await show({ contract: 1, Stage: View });
  await show({ contract: 1, Stage: View, languages: { de: async () => undefined } });
  // The page itself names its language in the second request.
  expect(sent).toEqual([
    ['/api/create-checkout', 'POST', 'en'],
    ['/api/create-checkout', 'POST', null],
  ]);
});

it('loads no texts on a page in English', async () => {
  const load = jest.fn(async () => ({ hello: 'Hallo' }));
  const remote = remoteWith({ de: load });
  expect(await localizeRemote(remote, 'en')).toBe(remote);
  expect(load).not.toHaveBeenCalled();
});
