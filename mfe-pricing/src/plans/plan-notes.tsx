import { shownClaim } from '@funnel/contracts/claims';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Tooltip } from '@funnel/ui/tooltip';

import { useContent } from '../content/content.ts';
import styles from './plan-notes.module.css';

/** What is said about all plans. It stands below the main button, where its tooltip covers no plan. */
export function PlanNotes() {
  const { config } = useShell();
  const { claims, plans } = useContent();
  const research = shownClaim('twiceTheResults', config.claims, claims);

  return (
    <div className={styles['notes']}>
      {research && (
        <div>
          <p className={styles['claim']}>{research.text}*</p>
          <p className={styles['footnote']}>* {research.footnote}</p>
        </div>
      )}
      <Tooltip
        text={plans.perDayExplanation}
        label={plans.perDayTooltip}
        side="bottom"
        className={styles['tooltip']}
      >
        <span>{plans.perDayTooltip}</span>
      </Tooltip>
    </div>
  );
}
