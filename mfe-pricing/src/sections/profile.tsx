import { assess } from '@funnel/contracts/assessment';
import { isClaimShown } from '@funnel/contracts/claims';
import { emailGiven } from '@funnel/contracts/funnel-state';
import { useFunnelState, useShell } from '@funnel/shell-kit/shell-context';
import { EmailDialog } from '@funnel/ui/email-dialog';
import { memo, useState } from 'react';

import { useContent } from '../content/content.ts';
import { showAnswer } from '../content/show-answer.ts';
import { Assessment } from './assessment.tsx';
import styles from './profile.module.css';

interface ProfileProps {
  /** Null if none is known, or if the payment provider has rejected it. */
  readonly email: string | null;
}

/** One summary of the visitor's goal, email, answers and score, as far as they are known. */
export const Profile = memo(function Profile({ email }: ProfileProps) {
  const { profile, shownAnswers } = useContent();
  const { config } = useShell();
  const goalText = isClaimShown('goalChance', config.claims) ? profile.goal : profile.goalAlone;
  const { specialGoal, quizAnswers } = useFunnelState((state) => state);
  const answers = profile.answers.flatMap(({ label, title }) => {
    const answer = quizAnswers[label];
    return answer ? [{ title, answer: showAnswer(answer, shownAnswers) }] : [];
  });
  if (!specialGoal && !email && answers.length === 0 && !assess(quizAnswers)) return null;

  return (
    <section className={styles['profile']} aria-label={profile.title}>
      {specialGoal && <p className={styles['goal']}>{goalText(showAnswer(specialGoal, shownAnswers))}</p>}
      {email && (
        <div className={styles['email']}>
          <span>{profile.welcomeBack(email)}</span> <ChangeEmail email={email} />
        </div>
      )}
      {answers.length > 0 && (
        <ul className={styles['chips']}>
          {answers.map(({ title, answer }) => (
            <li key={title}>{answer}</li>
          ))}
        </ul>
      )}
      <Assessment answers={answers} />
    </section>
  );
});

function ChangeEmail({ email }: { email: string }) {
  const shell = useShell();
  const { profile, changeEmailDialog } = useContent();
  const [isOpen, setIsOpen] = useState(false);
  const save = (changed: string) => {
    setIsOpen(false);
    shell.dispatch(emailGiven(changed));
  };
  return (
    <>
      <button
        type="button"
        className={styles['change']}
        aria-label={profile.changeEmailLabel}
        onClick={() => setIsOpen(true)}
      >
        {profile.changeEmail}
      </button>
      {isOpen && (
        <EmailDialog
          texts={changeEmailDialog}
          initialEmail={email}
          notify={shell.notify}
          onCancel={() => setIsOpen(false)}
          onEmail={save}
        />
      )}
    </>
  );
}
