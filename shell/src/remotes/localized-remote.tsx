import type { Locale } from '@funnel/contracts/content/locales';
import type { FunnelShell, ReactRemote } from '@funnel/shell-kit/remote';
import { useMemo, type ComponentType, type ReactNode } from 'react';

import { loadTexts } from '../content/load-texts.ts';

/** The Shell API in another language than the page's. Requests carry it too, because the service records what the page shows. */
const inLocale = (shell: FunnelShell, locale: Locale): FunnelShell => ({
  ...shell,
  locale,
  request(path, init = {}) {
    const headers = new Headers(init.headers);
    headers.set('x-locale', locale);
    return shell.request(path, { ...init, headers });
  },
});

/** Wraps a component so that it gets the Shell API with this locale, whatever its host passes to it. */
function withLocale<Props extends { readonly shell: FunnelShell }>(
  View: ComponentType<Props>,
  locale: Locale,
  wrap: (view: ReactNode) => ReactNode,
): ComponentType<Props> {
  return function Localized(props) {
    const { shell } = props;
    const localized = useMemo(() => (shell.locale === locale ? shell : inLocale(shell, locale)), [shell]);
    return wrap(<View {...props} shell={localized} />);
  };
}

const asIs = (view: ReactNode) => view;
// The same element as around a prerendered screen in English on a page in another language.
const asEnglish = (view: ReactNode) => <div lang="en">{view}</div>;

/**
 * Returns the remote in the language of the page. A remote that does not have the language, or cannot load it, gets `en` as
 * its locale, and its part of the page is marked as English.
 */
export async function localizeRemote(remote: ReactRemote, pageLocale: Locale): Promise<ReactRemote> {
  if (pageLocale === 'en') return remote;
  const load = remote.languages?.[pageLocale];
  const isTranslated = load ? await loadTexts(load).then(isDone, isNotDone) : false;
  const locale = isTranslated ? pageLocale : 'en';
  const wrap = isTranslated ? asIs : asEnglish;
  const { Stage, widgets = {} } = remote;
  return {
    ...remote,
    ...(Stage && { Stage: withLocale(Stage, locale, wrap) }),
    widgets: Object.fromEntries(
      Object.entries(widgets).map(([name, View]) => [name, withLocale(View, locale, wrap)]),
    ),
  };
}

const isDone = () => true;
function isNotDone(error: unknown): boolean {
  console.warn('Could not load the texts of a remote', error);
  return false;
}
