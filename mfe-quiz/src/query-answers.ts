import type { FunnelShell } from '@funnel/shell-kit/remote';

import { answerAction } from './answers.ts';
import { questionIn } from './content/content.ts';
import { screens } from './flow.ts';

/** Records an answer that travelled as a query parameter, because it was given before any script ran. */
export function recordQueryAnswers(shell: Pick<FunnelShell, 'takeQuery' | 'dispatch'>): void {
  for (const screen of screens) {
    if (screen.kind !== 'choice' || !screen.param) continue;
    const given = shell.takeQuery(screen.param);
    const known = questionIn('en', screen).options.find(({ answer }) => answer === given);
    if (known) shell.dispatch(answerAction(screen, [known.answer]));
  }
}
