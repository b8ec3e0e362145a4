import { layoutKey, versionedName, type TopBar } from '@funnel/contracts/release';
import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';

import { loadInNode } from '../load-in-node.ts';
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
      counter: counter ? '{{counter}}' : null,
      progress: progress ? '{{progress}}' : null,
    })),
  ),
);

/** Prerenders every variant of the layout, with slots for the values that differ between screens. */
export async function prerenderLayouts({
  definition,
  version,
  source,
}: ShellBuild): Promise<Record<string, string>> {
  const layoutModule = { source, module: definition.layout, prefix: versionedName(definition.name, version) };
  const { Layout } = await loadInNode<{ Layout: ComponentType<LayoutProps> }>(layoutModule);
  const all = [...bars, { hidden: true, back: null, counter: null, progress: null }];
  return Object.fromEntries(
    all.flatMap((bar) =>
      choices.map((hasConsentBanner) => {
        const key = layoutKey({ ...bar, progress: bar.progress === null ? null : 0 }, hasConsentBanner);
        const consent = hasConsentBanner ? {} : undefined;
        return [key, renderToString(createElement(Layout, { bar, consent }, '{{screen}}'))];
      }),
    ),
  );
}
