import type { ComponentType } from 'react';

import type { QuizPath } from '../flow.ts';
import { Ages, Income, Learners, Retirement, Road, Situation, Worry } from './about-you.tsx';
import { Dream, IncomeGoal, Savings } from './goals.tsx';
import { Envelope, Readiness, Stairs, Time, Toolbox, Tools, Writing } from './product.tsx';
import { Alerts, Companies, Interests, Knowledge, Rain } from './trading.tsx';

/** The scenes of the screens after the first one. They are a file of their own. A screen may have none. */
export const laterScenes: Partial<Record<Exclude<QuizPath, '/'>, ComponentType>> = {
  '/step-1': Ages,
  '/stats-slide': Learners,
  '/step-2': Income,
  '/step-3': Situation,
  '/step-4': Retirement,
  '/step-5': Road,
  '/info-1': Worry,
  '/step-6': Alerts,
  '/step-7': Knowledge,
  '/step-8': Rain,
  '/step-9': Interests,
  '/step-10': Companies,
  '/step-11': Toolbox,
  '/info-2': Tools,
  '/step-12': IncomeGoal,
  '/info-3': Stairs,
  '/step-13': Savings,
  '/step-14': Readiness,
  '/step-15': Dream,
  '/step-16': Time,
  '/loading': Writing,
  '/step-17': Envelope,
};
