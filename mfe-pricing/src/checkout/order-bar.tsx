import { Button } from '@funnel/ui/button';
import type { RefObject } from 'react';

import { useContent } from '../content/content.ts';
import type { PlanCopy } from '../plans/plan-copy.ts';
import { scrollAndFocus } from '../scroll-and-focus.ts';
import styles from './order-bar.module.css';
import { useScrolledPast } from './use-scrolled-past.ts';

interface OrderBarProps {
  readonly plan: PlanCopy;
  readonly mainButton: RefObject<HTMLButtonElement | null>;
}

/**
 * The selected plan and today's charge, at the window's edge once the main button is above the window. Its button leads
 * back to the main button, because the terms must stand beside every button that leads towards paying.
 */
export function OrderBar({ plan, mainButton }: OrderBarProps) {
  const { buy, orderBar } = useContent();
  const isPast = useScrolledPast(mainButton);
  if (!isPast) return null;

  const showMainButton = () => scrollAndFocus(mainButton.current, mainButton.current, 'center');

  return (
    <section className={styles['bar']} aria-label={orderBar.label}>
      <div className={styles['row']}>
        <p>
          <span className={styles['name']}>{plan.name}</span>{' '}
          <strong className={styles['charge']}>{buy.chargedToday(plan.today)}</strong>
        </p>
        <Button wide={false} className={styles['action']} onClick={showMainButton}>
          {orderBar.action}
        </Button>
      </div>
    </section>
  );
}
