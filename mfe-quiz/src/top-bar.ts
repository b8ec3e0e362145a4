import type { TopBar } from '@funnel/contracts/release';

import { screens, totalSteps, type Screen } from './flow.ts';

/** `/step-7` has `7 / 17` and 41 %; the info slide after it has no counter, and still 41 %. */
export function topBarOf(screen: Screen): TopBar {
  const reached = screens.slice(0, screens.indexOf(screen) + 1).reduce((last, { step }) => step ?? last, 0);
  return {
    back: screen.back === null ? null : { to: screen.back, history: false },
    counter: screen.step === undefined ? null : `${screen.step} / ${totalSteps}`,
    progress: Math.min(100, Math.round((reached / totalSteps) * 100)),
    hidden: false,
  };
}
