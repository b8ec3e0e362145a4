import { isClaimShown, readScore, shownClaim } from '@funnel/contracts/claims';
import { useShell } from '@funnel/shell-kit/shell-context';
import { Badge } from '@funnel/ui/badge';
import { Icon } from '@funnel/ui/icon';
import { StarRating } from '@funnel/ui/star-rating';

import { useContent } from '../content/content.ts';
import styles from './reviews.module.css';
import { Section } from './section-head.tsx';

export function Reviews() {
  const { config } = useShell();
  const { claims, reviews } = useContent();
  const score = shownClaim('reviewScore', config.claims, claims);
  const choice = shownClaim('usersChoice', config.claims, claims);
  const hasReviews = isClaimShown('learnerReviews', config.claims);

  if (!score && !choice && !hasReviews) return null;

  return (
    <Section title={reviews.title}>
      {(score ?? choice) && (
        <div className={styles['score']}>
          {/* The label of the stars says it. */}
          {score && <strong aria-hidden="true">{score.text}</strong>}
          <div>
            <div className={styles['marks']}>
              {score && <StarRating value={readScore(score.text)} label={reviews.starsLabel(score.text)} />}
              {choice && (
                <Badge>
                  <Icon name="award" size={16} /> {choice.text}
                </Badge>
              )}
            </div>
            {score && <p>{score.footnote}</p>}
          </div>
        </div>
      )}
      {hasReviews && (
        <div
          className={styles['row']}
          // The keyboard scrolls several reviews.
          {...(reviews.samples.length > 1 && { role: 'region', 'aria-label': reviews.title, tabIndex: 0 })}
        >
          <ul className={styles['reviews']}>
            {reviews.samples.map(({ name, title, text, stars }) => (
              <li key={name}>
                <figure>
                  <figcaption>
                    <span className={styles['initial']} aria-hidden="true">
                      {name.charAt(0)}
                    </span>
                    <span>{name}</span>
                    <StarRating value={stars} label={reviews.starsLabel(String(stars))} />
                  </figcaption>
                  <blockquote>
                    <p className={styles['title']}>{title}</p>
                    <p>{text}</p>
                  </blockquote>
                </figure>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}
