import { locales, type Locale } from '@funnel/contracts/content/locales';
import { layoutKey, versionedName, waitingLayout, type TopBar } from '@funnel/contracts/release';
import { loadInNode } from '@funnel/remote-tools/load-in-node';
import { createElement, type ComponentType, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

import { buildPlace } from '../repository.ts';
import type { ShellBuild } from './shell-webpack.ts';

/** Props of the shell's `Layout`. `progress` may be a text here, for the slot. */
interface LayoutProps {
  readonly bar: Omit<TopBar, 'progress'> & { readonly progress: string | number | null };
  /** Present if the layout shows the consent banner. */
  readonly consent?: object | undefined;
  readonly children?: ReactNode;
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
  readonly WaitingScreen: ComponentType<{ locale: Locale }>;
  /** Its languages besides English. */
  readonly languages: Readonly<Record<string, unknown>>;
  /** Makes the layout render in this language. */
  loadCopy(locale: string): Promise<string>;
}

const emptyBar = { hidden: false, back: null, counter: null, progress: null };

function renderAll(
  { Layout, WaitingScreen }: LayoutModule,
  locale: Locale,
): Readonly<Record<string, string>> {
  const layouts = [...bars, { ...emptyBar, hidden: true }].flatMap((bar) =>
    choices.map((hasConsentBanner) => {
      const key = layoutKey({ ...bar, progress: bar.progress === null ? null : 0 }, hasConsentBanner);
      const consent = hasConsentBanner ? {} : undefined;
      return [key, renderToString(createElement(Layout, { bar, consent }, '{{screen}}'))];
    }),
  );
  const screen = createElement(WaitingScreen, { locale });
  const waiting = createElement(Layout, { bar: emptyBar }, '{{screen}}', screen);
  return Object.fromEntries([...layouts, [waitingLayout, renderToString(waiting)]]);
}

/** Prerenders every variant of the layout in each of its languages, with slots for the values that differ between screens. */
export async function prerenderLayouts({ definition, version, source }: ShellBuild) {
  const prefix = versionedName(definition.name, version);
  const layoutModule = { source, module: definition.layout, prefix, place: buildPlace };
  const loaded = await loadInNode<LayoutModule>(layoutModule);
  const frames = renderAll(loaded, 'en');
  const translated: Record<string, typeof frames> = {};
  for (const locale of locales) {
    if (!loaded.languages[locale]) continue;
    if ((await loaded.loadCopy(locale)) !== locale)
      throw new Error(`The shell’s texts in ${locale} do not load`);
    translated[locale] = renderAll(loaded, locale);
  }
  return { frames, translated };
}
