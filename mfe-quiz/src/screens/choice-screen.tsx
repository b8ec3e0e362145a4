import { OptionGroup, OptionRow } from '@funnel/ui/option-row';
import { Screen } from '@funnel/ui/screen';
import { useId, type ReactNode, type SubmitEvent } from 'react';

import type { ChoiceScreen as FlowScreen } from '../flow.ts';
import type { Question } from '../content/content.ts';
import { Scene } from '../scenes/scene.tsx';
import styles from './screens.module.css';

interface ChoiceScreenProps {
  readonly screen: FlowScreen;
  readonly question: Question;
  readonly chosen: string | undefined;
  /** The sub-line, unless there is none or the setting excludes its claim. */
  readonly sub: string | undefined;
  readonly proof: string;
  /** Shown at the foot of the scene's stage. */
  readonly card?: ReactNode;
  readonly onChoose: (answer: string) => void;
  /** Shown below the options. */
  readonly children?: ReactNode;
}

/** One question with one answer. It is a form, so that an answer works before any script has run. */
export function ChoiceScreen({
  screen,
  question,
  chosen,
  sub,
  proof,
  card,
  onChoose,
  children,
}: ChoiceScreenProps) {
  const { copy, options } = question;
  const questionId = useId();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    if (submitter instanceof HTMLButtonElement) onChoose(submitter.value);
  }

  return (
    <Screen
      title={copy.title}
      titleId={copy.question ? undefined : questionId}
      size={copy.title.length > 40 ? 'title' : 'large'}
      sub={sub}
      width="frame"
      scene={<Scene path={screen.path} />}
      proof={proof}
      card={card}
    >
      {copy.question && (
        <h2 id={questionId} className={styles['question']}>
          {copy.question}
        </h2>
      )}
      <form action={screen.next} onSubmit={submit}>
        <OptionGroup labelledBy={questionId}>
          {options.map(({ id, text, answer, icon }) => (
            <OptionRow
              key={id}
              type="submit"
              name={screen.param}
              value={answer}
              label={text}
              icon={icon}
              pressed={answer === chosen}
            />
          ))}
        </OptionGroup>
      </form>
      {children}
    </Screen>
  );
}
