import type { PlanId } from '@funnel/contracts/plans';
import type { CheckoutHandover, Shell } from '@funnel/contracts/remote-module';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useState } from 'react';

import { selectedPlanFrom, rejectedEmail } from '../handover.ts';

/** The plan chosen on the page, kept in its entry of history: a visitor who comes back finds it chosen. */
export function useSelectedPlan() {
  const shell = useShell();
  const [planId, setPlanId] = useState(() => selectedPlanFrom(shell.handover()));

  function choosePlan(chosen: PlanId) {
    setPlanId(chosen);
    const email = rejectedEmail(shell.handover());
    savePlanInHistory(shell, { selectedPlan: chosen, ...(email !== null && { email }) });
    shell.prefetch(stagePaths.checkout);
  }
  return { planId, choosePlan };
}

function savePlanInHistory({ navigate }: Pick<Shell, 'navigate'>, handover: CheckoutHandover) {
  try {
    navigate(`${stagePaths.offer}${location.search}`, { replace: true, handover });
  } catch {
    // Some browsers refuse many changes in a short time. The plan is chosen all the same, for as long as the page is shown.
  }
}
