import { currentLevel, topLevel } from '@funnel/contracts/assessment';
import { shownClaim } from '@funnel/contracts/claims';
import { useFunnelState, useShell } from '@funnel/shell-kit/shell-context';
import { Badge } from '@funnel/ui/badge';
import { VisuallyHidden } from '@funnel/ui/visually-hidden';
import { Icon } from '@funnel/ui/icon';
import { Tooltip } from '@funnel/ui/tooltip';

import { useContent } from '../content/content.ts';
import styles from './comparison.module.css';
import { Section } from './section-head.tsx';

/** The level that the answers give for today, and the goal, which is always above. */
export function Comparison() {
  const { config } = useShell();
  const { claims, comparison } = useContent();
  const answers = useFunnelState(({ quizAnswers }) => quizAnswers);
  const gain = shownClaim('goalGain', config.claims, claims);

  return (
    <Section title={comparison.title}>
      <div className={styles['sides']}>
        {(['now', 'goal'] as const).map((side) => (
          <div key={side} className={styles[side]}>
            <h3>{comparison[side]}</h3>
            {side === 'goal' && gain && (
              <div className={styles['gain']}>
                <Tooltip
                  text={comparison.gainExplanation}
                  label={comparison.gainLabel(gain.text)}
                  align="end"
                >
                  <Badge>
                    {gain.text} <Icon name="info" size={16} />
                  </Badge>
                </Tooltip>
              </div>
            )}
            {comparison.meters.map(({ title, labels }) => {
              const level = side === 'goal' ? topLevel : currentLevel(answers, labels);
              return (
                <div key={title} className={styles['meter']}>
                  <p>
                    {title}
                    <VisuallyHidden>: {comparison.levels[level - 1]}</VisuallyHidden>
                  </p>
                  <div className={styles['track']} aria-hidden="true">
                    <span className={styles['level']} data-level={level} />
                  </div>
                  <div className={styles['ends']} aria-hidden="true">
                    <span>{comparison.ends.low}</span>
                    <span>{comparison.ends.high}</span>
                  </div>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={styles['note']}>{comparison.note}</p>
    </Section>
  );
}
