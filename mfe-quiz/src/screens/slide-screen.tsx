import { readScore } from '@funnel/contracts/claims';
import { mediaLogos } from '@funnel/contracts/media-logos';
import { Badge } from '@funnel/ui/badge';
import { Button } from '@funnel/ui/button';
import { FeatureList } from '@funnel/ui/feature-list';
import { Icon } from '@funnel/ui/icon';
import { Screen } from '@funnel/ui/screen';
import { StarRating } from '@funnel/ui/star-rating';
import type { SubmitEvent } from 'react';

import type { SlideCopy } from '../content/content-types.ts';
import type { SlideScreen as FlowScreen } from '../flow.ts';
import { Scene } from '../scenes/scene.tsx';
import styles from './screens.module.css';

/** The texts of the claims; null if the setting excludes a claim. */
interface SlideClaims {
  readonly title: { readonly text: string; readonly footnote: string | null } | null;
  readonly score: { readonly text: string; readonly footnote: string | null } | null;
  readonly badge: string | null;
  readonly hasMedia: boolean;
  readonly scoreLabel: (score: string) => string;
}

interface SlideScreenProps {
  readonly screen: FlowScreen;
  readonly copy: SlideCopy;
  readonly claims: SlideClaims;
  readonly proof: string;
  /** The warning about risk, if the slide needs it. */
  readonly riskNote: string | null;
  readonly next: string;
  readonly onContinue: () => void;
}

/** A statistic or promise between the questions. */
export function SlideScreen({ screen, copy, claims, proof, riskNote, next, onContinue }: SlideScreenProps) {
  function submit(event: SubmitEvent) {
    event.preventDefault();
    onContinue();
  }
  return (
    <Screen
      title={claims.title?.text ?? copy.title}
      size={(claims.title?.text ?? copy.title).length > 40 ? 'title' : 'large'}
      sub={copy.sub}
      width="frame"
      scene={<Scene path={screen.path} />}
      proof={proof}
      action={
        <form action={screen.next} onSubmit={submit}>
          <Button type="submit">{next}</Button>
        </form>
      }
    >
      {copy.socialProof && <SocialProof socialProof={copy.socialProof} claims={claims} />}
      {copy.points && <FeatureList card features={copy.points} />}
      {claims.title?.footnote && <p className={styles['footnote']}>{claims.title.footnote}</p>}
      {riskNote && <p className={styles['footnote']}>{riskNote}</p>}
    </Screen>
  );
}

function SocialProof({
  socialProof,
  claims,
}: {
  socialProof: NonNullable<SlideCopy['socialProof']>;
  claims: SlideClaims;
}) {
  return (
    <>
      {(claims.score ?? claims.badge) && (
        <div className={styles['score']}>
          {claims.score && (
            <>
              {/* Screen readers get the score from the label of the stars. */}
              <p className={styles['figure']} aria-hidden="true">
                {claims.score.text}
              </p>
              <div className={styles['scoreText']}>
                <StarRating
                  value={readScore(claims.score.text)}
                  label={claims.scoreLabel(claims.score.text)}
                />
                <p className={styles['footnote']}>{claims.score.footnote}</p>
              </div>
            </>
          )}
          {claims.badge && (
            <Badge>
              <Icon name="award" size={16} />
              {claims.badge}
            </Badge>
          )}
        </div>
      )}
      <figure className={styles['quote']}>
        <blockquote>{socialProof.quote}</blockquote>
        <figcaption className={styles['footnote']}>{socialProof.author}</figcaption>
      </figure>
      {claims.hasMedia && (
        <section aria-label={socialProof.mediaLabel} className={styles['media']}>
          <p className={styles['footnote']}>{socialProof.mediaLabel}</p>
          <ul className={styles['wordmarks']}>
            {mediaLogos.map(({ name, mark, link }) => (
              <li key={name} className={styles['wordmark']}>
                <span className={styles['monogram']} aria-hidden="true">
                  {mark}
                </span>
                {link ? (
                  <a href={link} target="_blank" rel="noopener noreferrer">
                    {name}
                  </a>
                ) : (
                  <span>{name}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
