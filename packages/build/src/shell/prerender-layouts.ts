import { layoutKey, versionedName, type TopBar } from '@funnel/contracts/release';
import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';

import { loadInNode } from '../load-in-node.ts';
import type { ShellBuild } from './shell-webpack.ts';

/** The frame as the shell exports it. `progress` is text here, so that a placeholder fits. */
interface LayoutProps {
  readonly bar: Omit<TopBar, 'progress'> & { readonly progress: string | number | null };
  /** Present where the frame asks for consent. */
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

/** Every look of the frame as HTML, with slots for what differs from screen to screen. */
export async function prerenderLayouts({
  definition,
  version,
  source,
}: ShellBuild): Promise<Record<string, string>> {
  const drawn = { source, module: definition.layout, prefix: versionedName(definition.name, version) };
  const { Layout } = await loadInNode<{ Layout: ComponentType<LayoutProps> }>(drawn);
  const all = [...bars, { hidden: true, back: null, counter: null, progress: null }];
  return Object.fromEntries(
    all.flatMap((bar) =>
      choices.map((asksConsent) => {
        const key = layoutKey({ ...bar, progress: bar.progress === null ? null : 0 }, asksConsent);
        const consent = asksConsent ? {} : undefined;
        return [key, renderToString(createElement(Layout, { bar, consent }, '{{screen}}'))];
      }),
    ),
  );
}
