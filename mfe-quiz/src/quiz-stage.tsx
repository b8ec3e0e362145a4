import type { StageProps } from '@funnel/shell-kit/remote';
import { ShellProvider } from '@funnel/shell-kit/shell-context';
import { Surface } from '@funnel/ui/surface';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react';

import { CurrentScreen } from './current-screen.tsx';
import { recordQueryAnswers } from './query-answers.ts';
import { screenAt } from './flow.ts';
import { createBrowserLeadSubmission } from './lead/browser-lead-submission.ts';
import styles from './quiz-stage.module.css';
import { isDoubleClick } from './double-click.ts';

/** The quiz screen of a path. */
export function QuizStage({ shell, path }: StageProps) {
  const screen = screenAt(path);
  const leadSubmission = useMemo(() => createBrowserLeadSubmission(shell), [shell]);
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

  if (!screen) return null;
  return (
    <ShellProvider shell={shell}>
      <Surface className={styles['stage']} onClickCapture={ignoreDoubleClick}>
        <div key={path} className={path === firstPath ? styles['screen'] : styles['entering']}>
          <CurrentScreen screen={screen} leadSubmission={leadSubmission} />
        </div>
      </Surface>
    </ShellProvider>
  );
}
