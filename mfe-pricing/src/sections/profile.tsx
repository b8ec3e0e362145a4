import { useFunnelState } from '@funnel/shell-kit/shell-context';
import { Notice } from '@funnel/ui/notice';

import { useContent } from '../content/content.ts';
import styles from './profile.module.css';

/** The visitor's goal, email and answers, as far as they are known. */
export function Profile() {
  const { profile } = useContent();
  const { specialGoal, email, quizAnswers } = useFunnelState((state) => state);
  const answers = profile.answers.flatMap(({ label, title }) => {
    const answer = quizAnswers[label];
    return answer ? [{ title, answer }] : [];
  });
  if (!specialGoal && !email && answers.length === 0) return null;

  return (
    <div className={styles['profile']}>
      {specialGoal && (
        <Notice tone="success" icon="target">
          <p className={styles['strong']}>{profile.goal(specialGoal)}</p>
        </Notice>
      )}
      {email && (
        <Notice tone="info" icon="mail">
          <p>{profile.welcomeBack(email)}</p>
        </Notice>
      )}
      {answers.length > 0 && (
        <section className={styles['answers']}>
          <h2>{profile.title}</h2>
          <dl>
            {answers.map(({ title, answer }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
