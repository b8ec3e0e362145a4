import { Button } from '@funnel/ui/button';

import type { Content } from '../content/content-types.ts';
import styles from './screens.module.css';

interface ResumeOfferProps {
  readonly copy: Content['resume'];
  readonly onResume: () => void;
  readonly onStartOver: () => void;
}

/** For a visitor who comes back with answers on record. Lies over the end of the screen, so that nothing moves for it. */
export function ResumePrompt({ copy, onResume, onStartOver }: ResumeOfferProps) {
  return (
    <section aria-label={copy.text} className={styles['resume']}>
      <p className={styles['resumeText']}>{copy.text}</p>
      <div className={styles['resumeActions']}>
        <Button onClick={onResume}>{copy.goOn}</Button>
        <Button tone="secondary" onClick={onStartOver}>
          {copy.startOver}
        </Button>
      </div>
    </section>
  );
}
