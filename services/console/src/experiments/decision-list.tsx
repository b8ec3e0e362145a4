import type { ExperimentReport } from '@funnel/contracts/experiment-reports';

import { Timestamp } from '../components/timestamp.tsx';
import smallText from '../components/small-text.module.css';
import { copy } from '../content/copy.ts';
import styles from './experiments.module.css';

const text = copy.experiments;

interface DecisionListProps {
  /** `experiment` is absent where the heading already names it. */
  readonly decisions: readonly (ExperimentReport['decisions'][number] & { readonly experiment?: string })[];
}

/** What was decided, why, by whom and when. */
export const DecisionList = ({ decisions }: DecisionListProps) => (
  <ul className={styles['decisions']}>
    {decisions.map(({ experiment, arm, why, actor, at }) => (
      <li key={`${experiment ?? ''} ${at}`}>
        {experiment !== undefined && <p>{experiment}</p>}
        <p>
          <strong>{text.decided(arm)}</strong> {why}
        </p>
        <p className={smallText['muted']}>
          {text.by(actor)} <Timestamp atMs={at} />
        </p>
      </li>
    ))}
  </ul>
);
