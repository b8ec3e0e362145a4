import { Button } from '@funnel/ui/button';
import { ChoiceGrid, ChoiceTile } from '@funnel/ui/choice-tile';
import { Icon } from '@funnel/ui/icon';
import { Screen } from '@funnel/ui/screen';
import { useId, useState } from 'react';

import type { Question } from '../content/content.ts';
import type { MultiChoiceScreen as FlowScreen } from '../flow.ts';
import { Scene } from '../scenes/scene.tsx';
import styles from './screens.module.css';

interface MultiChoiceScreenProps {
  readonly screen: FlowScreen;
  readonly question: Question;
  readonly chosen: readonly string[];
  readonly proof: string;
  readonly nextLabel: string;
  readonly selectedCountText: (count: number) => string;
  /** The chosen names in the order of the options. */
  readonly onSubmit: (answers: readonly string[]) => void;
}

/** One question with one or more answers. */
export function MultiChoiceScreen({
  screen,
  question,
  chosen,
  proof,
  nextLabel,
  selectedCountText,
  onSubmit,
}: MultiChoiceScreenProps) {
  const { copy, options } = question;
  const questionId = useId();
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(chosen));
  const answers = options.map(({ answer }) => answer).filter((answer) => selected.has(answer));

  function toggle(answer: string) {
    const next = new Set(selected);
    if (!next.delete(answer)) next.add(answer);
    setSelected(next);
  }

  return (
    <Screen
      title={copy.title}
      titleId={questionId}
      sub={copy.sub}
      width="frame"
      scene={<Scene path={screen.path} />}
      proof={proof}
      action={
        <div className={styles['counted']}>
          <p role="status" className={styles['count']}>
            {selectedCountText(answers.length)}
          </p>
          <Button disabled={answers.length === 0} onClick={() => onSubmit(answers)}>
            {nextLabel}
          </Button>
        </div>
      }
    >
      <ChoiceGrid labelledBy={questionId}>
        {options.map(({ id, text, answer, icon }) => (
          <ChoiceTile
            key={id}
            label={text}
            translate={icon ? undefined : 'no'}
            picture={icon ? <Icon name={icon} /> : <Monogram name={text} />}
            checked={selected.has(answer)}
            onToggle={() => toggle(answer)}
          />
        ))}
      </ChoiceGrid>
    </Screen>
  );
}

const Monogram = ({ name }: { name: string }) => <span aria-hidden="true">{name.slice(0, 2)}</span>;
