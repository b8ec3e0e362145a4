import { shownClaim } from '@funnel/contracts/claims';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Illustration } from '@funnel/ui/illustration';
import { Badge } from '@funnel/ui/badge';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import { Icon } from '@funnel/ui/icon';
import { Tooltip } from '@funnel/ui/tooltip';

import { useContent } from '../content/content.ts';
import styles from './comparison.module.css';
import { Section } from './section-head.tsx';

/** The levels of today and of the goal, side by side. */
export function Comparison() {
  const { config, locale } = useShell();
  const { comparison } = useContent();
  const gain = shownClaim('goalGain', config.claims, locale);

  return (
    <Section title={comparison.title}>
      <div className={styles['card']}>
        <Illustration name="path" className={styles['art']} />
        <div className={styles['sides']}>
          {(['now', 'goal'] as const).map((side) => (
            <div key={side} className={styles[side]}>
              <h3>{comparison[side]}</h3>
              {side === 'goal' && gain && (
                <div className={styles['gain']}>
                  <Tooltip text={comparison.gainExplanation} label={comparison.gainLabel(gain.text)}>
                    <Badge>
                      {gain.text} <Icon name="info" size={16} />
                    </Badge>
                  </Tooltip>
                </div>
              )}
              {comparison.meters.map((meter) => (
                <div key={meter.title} className={styles['meter']}>
                  <p>
                    {meter.title}
                    <VisuallyHidden>: {comparison.levels[meter[side]]}</VisuallyHidden>
                  </p>
                  <div className={styles['track']} aria-hidden="true">
                    <span className={styles[meter[side]]} />
                  </div>
                  <div className={styles['ends']} aria-hidden="true">
                    <span>{comparison.levels.low}</span>
                    <span>{comparison.levels.high}</span>
                  </div>
                </div>
              ))}
            </div>
          ))}
        </div>
        <p className={styles['note']}>{comparison.note}</p>
      </div>
    </Section>
  );
}
