import { locales } from '@funnel/contracts/content/locales';
import { layoutKey, versionedName, type TopBar } from '@funnel/contracts/release';
import { loadInNode } from '@funnel/remote-tools/load-in-node';
import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';

import { buildPlace } from '../repository.ts';
import type { ShellBuild } from './shell-webpack.ts';

/** Props of the shell's `Layout`. `progress` may be a text here, for the slot. */
interface LayoutProps {
  readonly bar: Omit<TopBar, 'progress'> & { readonly progress: string | number | null };
  /** Present if the layout shows the consent banner. */
  readonly consent?: object | undefined;
  readonly children?: string;
}

const choices = [false, true];
const bars = choices.flatMap((back) =>
  choices.flatMap((counter) =>
    choices.map((progress) => ({
      hidden: false,
      back: back ? { to: '{{back}}', history: false } : null,
      counter: counter ? '{{step}} / {{steps}}' : null,
      progress: progress ? '{{progress}}' : null,
    })),
  ),
);

interface LayoutModule {
  readonly Layout: ComponentType<LayoutProps>;
  /** Its languages besides English. */
  readonly languages: Readonly<Record<string, unknown>>;
  /** Makes the layout render in this language. */
  loadCopy(locale: string): Promise<string>;
}

const renderAll = (Layout: ComponentType<LayoutProps>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...bars, { hidden: true, back: null, counter: null, progress: null }].flatMap((bar) =>
      choices.map((hasConsentBanner) => {
        const key = layoutKey({ ...bar, progress: bar.progress === null ? null : 0 }, hasConsentBanner);
        const consent = hasConsentBanner ? {} : undefined;
        return [key, renderToString(createElement(Layout, { bar, consent }, '{{screen}}'))];
      }),
    ),
  );

/** Prerenders every variant of the layout in each of its languages, with slots for the values that differ between screens. */
export async function prerenderLayouts({ definition, version, source }: ShellBuild) {
  const prefix = versionedName(definition.name, version);
  const layoutModule = { source, module: definition.layout, prefix, place: buildPlace };
  const { Layout, languages, loadCopy } = await loadInNode<LayoutModule>(layoutModule);
  const frames = renderAll(Layout);
  const translated: Record<string, typeof frames> = {};
  for (const locale of locales) {
    if (!languages[locale]) continue;
    if ((await loadCopy(locale)) !== locale) throw new Error(`The shell’s texts in ${locale} do not load`);
    translated[locale] = renderAll(Layout);
  }
  return { frames, translated };
}
