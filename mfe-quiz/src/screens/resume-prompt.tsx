import { Button } from '@funnel/ui/button';

import type { Content } from '../content/content-types.ts';
import styles from './screens.module.css';

interface ResumePromptProps {
  readonly copy: Content['resume'];
  readonly onResume: () => void;
  readonly onStartOver: () => void;
}

/** Prompts a returning visitor to resume or start over. It overlays the end of the screen, so that no content moves. */
export function ResumePrompt({ copy, onResume, onStartOver }: ResumePromptProps) {
  return (
    <section aria-label={copy.text} className={styles['resume']}>
      <p className={styles['resumeText']}>{copy.text}</p>
      <div className={styles['resumeActions']}>
        <Button onClick={onResume}>{copy.continue}</Button>
        <Button tone="secondary" onClick={onStartOver}>
          {copy.startOver}
        </Button>
      </div>
    </section>
  );
}
