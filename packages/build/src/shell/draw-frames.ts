import { createRequire } from 'node:module';
import { join } from 'node:path';

import { frameKey, type TopBar } from '@funnel/contracts/release';
import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';

const require = createRequire(import.meta.url);

/** The frame as the shell exports it. `progress` is text here, so that a placeholder fits. */
interface FrameProps {
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
export function drawFrames(folder: string): Record<string, string> {
  const { Frame }: { Frame: ComponentType<FrameProps> } = require(join(folder, 'drawing.cjs'));
  const all = [...bars, { hidden: true, back: null, counter: null, progress: null }];
  return Object.fromEntries(
    all.map((bar) => {
      const key = frameKey({ ...bar, progress: bar.progress === null ? null : 0 });
      return [key, renderToString(createElement(Frame, { bar }, '{{screen}}'))];
    }),
  );
}
