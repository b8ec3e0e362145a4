import type { StageProps } from '@funnel/shell-kit/remote';
import { ShellProvider } from '@funnel/shell-kit/shell-context';
import { Surface } from '@funnel/ui/surface';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react';

import { CurrentScreen } from './current-screen.tsx';
import { recordQueryAnswers } from './query-answers.ts';
import { screenAt } from './flow.ts';
import { browserDelivery } from './lead/browser-lead-submission.ts';
import styles from './quiz-stage.module.css';
import { isDoubleClick } from './double-click.ts';

/** Shows the quiz screen of a path. */
export function QuizStage({ shell, path }: StageProps) {
  const screen = screenAt(path);
  const delivery = useMemo(() => browserDelivery(shell), [shell]);
  // The first screen stands there already, drawn by the build: only the ones after it come sliding in.
  const [firstPath, setFirstPath] = useState<string | null>(path);
  if (firstPath !== null && firstPath !== path) setFirstPath(null);
  const shown = useRef({ path, atMs: -Infinity });

  useLayoutEffect(() => {
    if (shown.current.path !== path) shown.current = { path, atMs: performance.now() };
  }, [path]);

  useEffect(() => {
    recordQueryAnswers(shell);
    void delivery.sendPending();
  }, [shell, delivery]);

  function ignoreSecondClick(event: MouseEvent) {
    if (!isDoubleClick(event.nativeEvent, shown.current.atMs)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  if (!screen) return null;
  return (
    <ShellProvider shell={shell}>
      <Surface className={styles['stage']} onClickCapture={ignoreSecondClick}>
        <div key={path} className={firstPath === null ? styles['entering'] : styles['screen']}>
          <CurrentScreen screen={screen} delivery={delivery} />
        </div>
      </Surface>
    </ShellProvider>
  );
}
