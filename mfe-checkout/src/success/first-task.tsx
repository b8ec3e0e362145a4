import { firstTask } from '@funnel/contracts/first-task';
import { useFunnelState } from '@funnel/shell-kit/shell-context';
import { Button } from '@funnel/ui/button';
import { BasicIcon } from '@funnel/ui/basic-icon';

import { useContent } from '../content/content.ts';
import styles from './first-task.module.css';

/** The buyer's first seven days, chosen by their answers. */
export function FirstTask() {
  const { riskNote, success } = useContent();
  const { firstTask: content } = success;
  const { minutes, isDefaultTime, days } = firstTask(useFunnelState(({ quizAnswers }) => quizAnswers));

  return (
    <section className={styles['task']}>
      <header className={styles['head']}>
        <BasicIcon name="calendar" size={32} />
        <div>
          <h2>{content.title}</h2>
          <p className={styles['note']}>
            {isDefaultTime ? content.defaultTime(minutes) : content.chosenTime(minutes)}
          </p>
        </div>
      </header>
      <ol className={styles['days']}>
        {days.map((day, index) => (
          <li key={day}>
            <strong>{content.day(index + 1)}</strong>
            {content.lines[day]}
          </li>
        ))}
      </ol>
      <p className={styles['note']}>{riskNote}</p>
      <Button tone="quiet" className={styles['print']} onClick={() => window.print()}>
        {content.print}
      </Button>
    </section>
  );
}
