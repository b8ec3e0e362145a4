import type { StageProps } from '@funnel/shell-kit/remote';
import { ShellProvider } from '@funnel/shell-kit/shell-context';
import { Surface } from '@funnel/ui/surface';
import { whenIdle } from '@funnel/shell-kit/when-idle';
import { Activity, useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react';

import { CurrentScreen } from './current-screen.tsx';
import { recordQueryAnswers } from './query-answers.ts';
import { screenAt, type Screen } from './flow.ts';
import { browserLeadSubmission } from './lead/browser-lead-submission.ts';
import styles from './quiz-stage.module.css';
import { isDoubleClick } from './double-click.ts';

/** The quiz screen of a path. */
export function QuizStage({ shell, path }: StageProps) {
  const screen = screenAt(path);
  const leadSubmission = browserLeadSubmission(shell);
  // The first screen is already on the page, prerendered by the build. Only later screens slide in.
  const [firstPath, setFirstPath] = useState<string | null>(path);
  const shown = useRef({ path, atMs: -Infinity });

  useLayoutEffect(() => {
    if (shown.current.path === path) return;
    shown.current = { path, atMs: performance.now() };
    setFirstPath(null);
  }, [path]);

  useEffect(() => {
    recordQueryAnswers(shell);
    void leadSubmission.sendPending();
  }, [shell, leadSubmission]);

  function ignoreDoubleClick(event: MouseEvent) {
    if (!isDoubleClick(event.nativeEvent, shown.current.atMs)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  const prepared = usePreparedScreens(screen);
  if (!screen) return null;
  return (
    <ShellProvider shell={shell}>
      <Surface className={styles['stage']} onClickCapture={ignoreDoubleClick}>
        {[screen, ...prepared].map((rendered) => (
          <Activity key={rendered.path} mode={rendered === screen ? 'visible' : 'hidden'}>
            <div className={rendered.path === firstPath ? styles['screen'] : styles['entering']}>
              <CurrentScreen screen={rendered} leadSubmission={leadSubmission} />
            </div>
          </Activity>
        ))}
      </Surface>
    </ShellProvider>
  );
}

/**
 * The next screen, if it is one of the quiz, once the browser has nothing else to do. React renders it hidden, without its
 * effects, so that the visitor's tap only has to show it. A screen that was left is never kept, because it would keep its state.
 */
function usePreparedScreens(screen: Screen | undefined): readonly Screen[] {
  const [preparedFor, setPreparedFor] = useState<Screen>();
  useEffect(() => {
    const cancel = whenIdle(() => setPreparedFor(screen));
    return () => {
      cancel();
      setPreparedFor(undefined);
    };
  }, [screen]);
  const next = screen && preparedFor === screen && screenAt(screen.next);
  return next ? [next] : [];
}
