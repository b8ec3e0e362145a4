import { useFunnelState } from '@funnel/shell-kit/shell-context';
import { Icon } from '@funnel/ui/icon';

import { useContent } from '../content/content.ts';
import { showAnswer } from '../content/show-answer.ts';
import styles from './program.module.css';
import { Section } from './section-head.tsx';

const paceLabel = 'Daily Time Commitment';

/** The program of four days, at the visitor's daily time. */
export function Program() {
  const { program, shownAnswers } = useContent();
  const pace = useFunnelState((state) => state.quizAnswers[paceLabel]);

  return (
    <Section
      title={program.title}
      sub={pace ? program.subtitlePaced(showAnswer(pace, shownAnswers)) : program.subtitle}
    >
      <ol className={styles['days']}>
        {program.days.map(({ icon, day, title, text }) => (
          <li key={day}>
            <span className={styles['tile']}>
              <Icon name={icon} />
            </span>
            <span className={styles['day']}>{day}</span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <ul className={styles['bullets']}>
        {program.bullets.map((bullet) => (
          <li key={bullet}>
            <Icon name="check" size={20} />
            {bullet}
          </li>
        ))}
      </ul>
      <p className={styles['risk']}>{program.riskNote}</p>
    </Section>
  );
}
