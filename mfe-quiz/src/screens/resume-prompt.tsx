import { Button } from '@funnel/ui/button';

import type { Content } from '../content/content-types.ts';
import styles from './screens.module.css';

interface ResumePromptProps {
  readonly copy: Content['resume'];
  readonly onResume: () => void;
  readonly onStartOver: () => void;
}

/** Prompts a returning visitor to resume or start over. Its name asks the question in full, which the card has no room for. */
export function ResumePrompt({ copy, onResume, onStartOver }: ResumePromptProps) {
  return (
    <section aria-label={copy.question} className={styles['resume']}>
      <p className={styles['welcome']}>{copy.welcome}</p>
      <Button tone="quiet" className={styles['resumeAction']} onClick={onStartOver}>
        {copy.startOver}
      </Button>
      <Button wide={false} className={styles['resumeAction']} onClick={onResume}>
        {copy.continue}
      </Button>
    </section>
  );
}
