import { Illustration } from '@funnel/ui/illustration';
import { Badge } from '@funnel/ui/badge';
import { Button } from '@funnel/ui/button';
import { FeatureList } from '@funnel/ui/feature-list';
import { Icon } from '@funnel/ui/icon';
import { Screen } from '@funnel/ui/screen';
import { StarRating } from '@funnel/ui/star-rating';
import type { SubmitEvent } from 'react';

import type { SlideCopy } from '../content/content-types.ts';
import type { SlideScreen as FlowScreen } from '../flow.ts';
import styles from './screens.module.css';

/** The texts of the claims; null if the setting excludes a claim. */
interface SlideClaims {
  readonly title: { readonly text: string; readonly footnote: string | null } | null;
  readonly score: { readonly text: string; readonly footnote: string | null } | null;
  readonly badge: string | null;
  readonly scoreLabel: (score: string) => string;
}

interface SlideScreenProps {
  readonly screen: FlowScreen;
  readonly copy: SlideCopy;
  readonly claims: SlideClaims;
  readonly next: string;
  readonly onContinue: () => void;
}

/** A statistic or promise between the questions. */
export function SlideScreen({ screen, copy, claims, next, onContinue }: SlideScreenProps) {
  function submit(event: SubmitEvent) {
    event.preventDefault();
    onContinue();
  }
  return (
    <Screen
      title={claims.title?.text ?? copy.title}
      size={(claims.title?.text ?? copy.title).length > 40 ? 'title' : 'large'}
      sub={copy.sub}
      image={screen.art && <Illustration name={screen.art} fit="slide" />}
      action={
        <form action={screen.next} onSubmit={submit}>
          <Button type="submit">{next}</Button>
        </form>
      }
    >
      {copy.proof && <Proof proof={copy.proof} claims={claims} />}
      {copy.points && <FeatureList card features={copy.points} />}
      {claims.title?.footnote && <p className={styles['footnote']}>{claims.title.footnote}</p>}
    </Screen>
  );
}

function Proof({ proof, claims }: { proof: NonNullable<SlideCopy['proof']>; claims: SlideClaims }) {
  return (
    <>
      {claims.score && (
        <div className={styles['score']}>
          <p className={styles['figure']}>{claims.score.text}</p>
          <div className={styles['scoreText']}>
            <StarRating value={Number(claims.score.text)} label={claims.scoreLabel(claims.score.text)} />
            <p className={styles['footnote']}>{claims.score.footnote}</p>
          </div>
          {claims.badge && (
            <Badge>
              <Icon name="award" size={16} />
              {claims.badge}
            </Badge>
          )}
        </div>
      )}
      <blockquote className={styles['quote']}>{proof.quote}</blockquote>
      <section aria-label={proof.mediaLabel} className={styles['media']}>
        <p className={styles['footnote']}>{proof.mediaLabel}</p>
        <ul className={styles['wordmarks']}>
          {proof.media.map((name) => (
            <li key={name} className={styles['wordmark']}>
              {name}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
