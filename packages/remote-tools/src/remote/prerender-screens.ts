import { locales, type Locale } from '@funnel/contracts/content/locales';
import { versionedName, type RemoteManifest } from '@funnel/contracts/release';
import { contractVersion } from '@funnel/contracts/remote-module';
import { noopShell } from '@funnel/shell-kit/noop-shell';
import type { ReactRemote } from '@funnel/shell-kit/remote';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

import { loadInNode } from '../load-in-node.ts';
import { ProjectError } from '../project-error.ts';
import { headingOf } from './heading-of.ts';
import type { RemoteBuild } from './remote-webpack.ts';

type FirstScreens = RemoteManifest['firstScreens'];

/**
 * Prerenders the first screens of a remote in each of its languages. Throws if it names some, but its module has no `Stage`, or is for
 * another contract than the tools.
 */
export async function prerenderScreens({ definition, version, source, place }: RemoteBuild) {
  const { name, module, firstScreens } = definition;
  const translated: Record<string, FirstScreens> = {};
  if (firstScreens.length === 0) return { firstScreens: [], translated };
  const stageModule = { source, module, prefix: versionedName(name, version), place };
  const { remote } = await loadInNode<{ remote: ReactRemote }>(stageModule);
  if (remote.contract !== contractVersion)
    throw new ProjectError(
      `The code of ${name} is for contract ${remote.contract}, the tools are for contract ${contractVersion}. Raise all packages of @funnel together.`,
    );
  const { Stage, languages = {}, loadForPrerender } = remote;
  if (!Stage) throw new Error(`${name} names first screens, but its module has no Stage`);

  await loadForPrerender?.();
  const renderIn = (locale: Locale): FirstScreens =>
    firstScreens.map(({ path, topBar }) => {
      const html = renderToString(createElement(Stage, { shell: { ...noopShell, locale }, path }));
      return { path, title: headingOf(html), topBar, html };
    });
  for (const locale of locales) {
    if (locale === 'en' || !languages[locale]) continue;
    await languages[locale]();
    translated[locale] = renderIn(locale);
  }
  return { firstScreens: renderIn('en'), translated };
}
