import { contractVersion } from '@funnel/contracts/remote-module';
import type { ReactRemote } from '@funnel/shell-kit/remote';

import { QuizStage } from './quiz-stage.tsx';

export const remote: ReactRemote = { contract: contractVersion, Stage: QuizStage };
