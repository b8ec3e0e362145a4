import type { Survivor } from './score.ts';
import { browserSurvivors } from './survivor-reasons/browser.ts';
import { releasesSurvivors } from './survivor-reasons/releases.ts';
import { serviceKitSurvivors } from './survivor-reasons/service-kit.ts';
import { servicesSurvivors } from './survivor-reasons/services.ts';

export const survivorReasons = [
  ...serviceKitSurvivors,
  ...servicesSurvivors,
  ...releasesSurvivors,
  ...browserSurvivors,
];

/** The reason why a mutant may survive, or null if a test for it is missing. */
export const reasonOf = ({ file, change }: Survivor): string | null =>
  survivorReasons.find((entry) => entry.file === file && entry.changes.includes(change))?.reason ?? null;
