import type { FunnelShell } from '@funnel/shell-kit/remote';

import { answerAction } from './answers.ts';
import { questionIn } from './content/content.ts';
import { screens } from './flow.ts';

/** Records an answer from a query parameter. The home form sends it this way if no script has run yet. */
export function recordQueryAnswers(shell: Pick<FunnelShell, 'takeQuery' | 'dispatch'>): void {
  for (const screen of screens) {
    if (screen.kind !== 'choice' || !screen.param) continue;
    const value = shell.takeQuery(screen.param);
    const option = questionIn('en', screen).options.find(({ answer }) => answer === value);
    if (option) shell.dispatch(answerAction(screen, [option.answer]));
  }
}
