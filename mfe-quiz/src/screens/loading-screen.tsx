import { Icon } from '@funnel/ui/icon';
import { Progress } from '@funnel/ui/progress';
import { ProgressRing } from '@funnel/ui/progress-ring';
import { Screen } from '@funnel/ui/screen';
import { StarRating } from '@funnel/ui/star-rating';
import { useEffect, useState } from 'react';

import type { Content } from '../content/content-types.ts';
import { Scene } from '../scenes/scene.tsx';
import styles from './screens.module.css';

/** Duration of `/loading`: 100 steps of 30 ms. */
const loadingMs = 3000;

/** Progress in whole percent, computed from the clock, so that a throttled or sleeping page catches up. */
export function loadingPercent(startedAtMs: number, nowMs: number): number {
  return Math.min(100, Math.max(0, Math.floor(((nowMs - startedAtMs) / loadingMs) * 100)));
}

interface LoadingScreenProps {
  readonly copy: Content['loading'];
  readonly lines: readonly string[];
  readonly proof: string;
  /** The claim `1 million+ people have chosen …`; null if the setting excludes it. */
  readonly usersClaim: string | null;
  readonly hasReview: boolean;
  /** The warning about risk. */
  readonly riskNote: string;
  readonly onDone: () => void;
}

export function LoadingScreen({
  copy,
  lines,
  proof,
  usersClaim,
  hasReview,
  riskNote,
  onDone,
}: LoadingScreenProps) {
  const percent = useLoadingPercent();
  const done = percent === 100;
  useEffect(() => {
    if (done) onDone();
  }, [done, onDone]);
  const { testimonial } = copy;
  return (
    <Screen
      title={copy.title}
      size="title"
      width="frame"
      sub={usersClaim}
      scene={<Scene path="/loading" />}
      proof={proof}
    >
      <Progress value={percent} label={copy.progress} />
      <div className={styles['work']}>
        <div className={styles['ring']}>
          <ProgressRing value={percent} text={copy.percent(percent)} />
        </div>
        <ul className={styles['lines']}>
          {lines.map((line, index) => {
            const ticked = percent >= ((index + 1) / lines.length) * 100;
            return (
              <li key={line} className={styles[ticked ? 'done' : 'due']}>
                <span className={styles['mark']}>{ticked && <Icon name="check" size={16} />}</span>
                {line}
              </li>
            );
          })}
        </ul>
      </div>
      {hasReview && (
        <figure className={styles['testimonial']}>
          <StarRating value={testimonial.stars} label={testimonial.starsLabel} />
          <blockquote>{testimonial.text}</blockquote>
          <figcaption className={styles['footnote']}>{testimonial.author}</figcaption>
        </figure>
      )}
      <p className={styles['footnote']}>{riskNote}</p>
    </Screen>
  );
}

function useLoadingPercent(): number {
  const [percent, setPercent] = useState(0);

  useEffect(() => {
    const startedAtMs = performance.now();
    // A timer also runs in the background, although slower. An animation frame would not.
    const timer = setInterval(() => {
      const now = loadingPercent(startedAtMs, performance.now());
      setPercent(now);
      if (now === 100) clearInterval(timer);
    }, 30);
    return () => clearInterval(timer);
  }, []);

  return percent;
}
