import { assess } from '@funnel/contracts/assessment';
import { useFunnelState } from '@funnel/shell-kit/shell-context';
import { Icon } from '@funnel/ui/icon';

import { useContent } from '../content/content.ts';
import styles from './assessment.module.css';

interface AssessmentProps {
  /** The visitor's answers as shown, each with its title. */
  readonly answers?: readonly { readonly title: string; readonly answer: string }[];
}

/** The visitor's score, and on request the answers and what the score is made of. Empty without an answer that counts. */
export function Assessment({ answers = [] }: AssessmentProps) {
  const { assessment: content } = useContent();
  const assessment = assess(useFunnelState(({ quizAnswers }) => quizAnswers));
  if (!assessment) return null;

  return (
    <details className={styles['assessment']}>
      <summary>
        <h2>{content.title}</h2>{' '}
        <span className={styles['score']}>
          <strong>{assessment.score}</strong> {content.ofMaximum}
        </span>
        <Icon name="chevron" size={20} className={styles['chevron']} />
      </summary>
      <div className={styles['parts']}>
        <dl className={styles['answers']}>
          {answers.map(({ title, answer }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
        <p className={styles['note']}>{content.note}</p>
        <h3>{content.disclosure}</h3>
        <dl>
          {assessment.parts.map(({ label, points, maxPoints }) => (
            <div key={label}>
              <dt>{content.parts[label]}</dt>
              <dd>{content.points(points, maxPoints)}</dd>
            </div>
          ))}
        </dl>
        <p className={styles['note']}>{content.method}</p>
      </div>
    </details>
  );
}
