import { createRoot } from 'react-dom/client';

import type { HeldPresses } from './boot/held-press.ts';
import { FatalErrorScreen } from './screens/fatal-error-screen.tsx';
import { errors } from './telemetry/page-reports.ts';

/**
 * Keeps a prerendered screen, because its text and links still work. Shows the fatal error screen if there is none, or when the
 * visitor presses a button that would do nothing.
 */
export function showStartFailure(root: HTMLElement, presses: HeldPresses, error: unknown) {
  console.error(error);
  errors.shellFailed(error);
  // The inlined script made them plain buttons, so that an email in the URL is not lost (`services/api/src/pages/early-press.ts`).
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-submits]'))
    button.type = 'submit';
  const showError = () => createRoot(root).render(<FatalErrorScreen />);
  // The waiting screen has a heading, too, and nothing to keep.
  if (root.querySelector('h1:not([data-waiting] *)')) presses.onHold(showError);
  else showError();
}
