import { contractVersion } from '@funnel/contracts/remote-module';
import type { ReactRemote, WidgetProps } from '@funnel/shell-kit/remote';
import { useEffect } from 'react';

import { languages } from './content/content.ts';
import { browserLeadSubmission } from './lead/browser-lead-submission.ts';
import { QuizStage } from './quiz-stage.tsx';
import { loadScenes } from './scenes/load-scenes.ts';

/** Sends the lead that an earlier page could not send, from the page of another remote. It shows nothing. */
function UnsentLead({ shell, request }: WidgetProps) {
  const isRequested = request.name === 'quiz/unsent-lead';
  useEffect(() => {
    if (isRequested) void browserLeadSubmission(shell).sendPending();
  }, [isRequested, shell]);
  return null;
}

export const remote: ReactRemote = {
  contract: contractVersion,
  Stage: QuizStage,
  widgets: { 'unsent-lead': UnsentLead },
  languages,
  loadForPrerender: loadScenes,
};
