import { contractVersion } from '@funnel/contracts/remote-module';
import { stagePaths } from '@funnel/contracts/stage-paths';
import type { ReactRemote, StageProps } from '@funnel/shell-kit/remote';
import { useState } from 'react';

import styles from './rspack.module.css';

function Stage({ shell }: StageProps) {
  const [count, setCount] = useState(0);
  return (
    <div className={styles['screen']}>
      <h1 tabIndex={-1}>Built by Rspack</h1>
      <button type="button" onClick={() => setCount(count + 1)}>
        Pressed {count} times
      </button>
      <button type="button" onClick={() => shell.navigate(stagePaths.start)}>
        Go to the quiz
      </button>
    </div>
  );
}

/** The public interface of this remote. */
export const remote: ReactRemote = { contract: contractVersion, Stage };
