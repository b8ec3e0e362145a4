import './boot/random-uuid.ts';
// Before the rest, so that errors of everything that follows are reported.
import './telemetry/page-reports.ts';

import { holdPresses, type HeldPresses } from './boot/held-press.ts';
import { nextTask } from './boot/next-task.ts';

/** Waits until the visitor opens a page that the browser has rendered in advance, so that it counts and its offer runs from then. */
async function untilOpened(): Promise<void> {
  if ('prerendering' in document && document.prerendering === true)
    await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
}

/**
 * Evaluates React and the app in tasks of their own, so that the browser can paint and scroll in between. Both are in this file:
 * another one would cost a slow connection more time than it saves.
 */
async function evaluateInParts(root: HTMLElement, presses: HeldPresses): Promise<void> {
  await nextTask();
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  const { start } = await import(/* webpackMode: "eager" */ './start.tsx');
  await nextTask();
  await untilOpened();
  await start(root, presses);
}

const root = document.getElementById('root');
if (root) {
  const presses = holdPresses(root);
  evaluateInParts(root, presses).catch(async (error: unknown) => {
    const { showStartFailure } = await import(/* webpackMode: "eager" */ './show-start-failure.tsx');
    showStartFailure(root, presses, error);
  });
}
