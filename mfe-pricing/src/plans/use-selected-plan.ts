import type { PlanId } from '@funnel/contracts/plans';
import type { CheckoutHandover, Shell } from '@funnel/contracts/remote-module';
import { stagePaths } from '@funnel/contracts/stage-paths';
import { useShell } from '@funnel/shell-kit/shell-context';
import { useCallback, useState } from 'react';

import { selectedPlanFrom, withSelectedPlan } from '../handover.ts';

/** The selected plan. It is saved in the history entry, so that it is still selected when the visitor returns. */
export function useSelectedPlan() {
  const shell = useShell();
  const [planId, setPlanId] = useState(() => selectedPlanFrom(shell.handover(), shell.config));

  const selectPlan = useCallback(
    (selectedPlan: PlanId) => {
      setPlanId(selectedPlan);
      savePlanInHistory(shell, withSelectedPlan(shell.handover(), selectedPlan));
    },
    [shell],
  );
  return { planId, selectPlan };
}

function savePlanInHistory({ navigate }: Pick<Shell, 'navigate'>, handover: CheckoutHandover) {
  try {
    navigate(`${stagePaths.offer}${location.search}`, { replace: true, handover });
  } catch {
    // Some browsers limit history changes per time. The plan stays selected, but only until the page is left.
  }
}
