import type { TopBar } from '@funnel/contracts/release';

import { screens, totalSteps, type Screen } from './flow.ts';

/** `/step-5` shows `5 / 17` and 29 %. The slide after it, `/info-1`, shows no counter and keeps 29 %. */
export function topBarOf({ path, back, step }: Screen): TopBar {
  const index = screens.findIndex((screen) => screen.path === path);
  const reached = screens.slice(0, index + 1).findLast((screen) => screen.step !== null)?.step ?? 0;
  return {
    back: back === null ? null : { to: back, history: false },
    counter: step === null ? null : `${step} / ${totalSteps}`,
    progress: Math.min(100, Math.round((reached / totalSteps) * 100)),
    hidden: false,
  };
}
