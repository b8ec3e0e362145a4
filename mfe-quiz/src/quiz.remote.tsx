import { contractVersion } from '@funnel/contracts/remote-module';
import type { ReactRemote } from '@funnel/shell-kit/remote';

import { languages } from './content/content.ts';
import { QuizStage } from './quiz-stage.tsx';
import { loadScenes } from './scenes/load-scenes.ts';

export const remote: ReactRemote = {
  contract: contractVersion,
  Stage: QuizStage,
  languages,
  loadForPrerender: loadScenes,
};
