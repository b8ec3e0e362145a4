import type { Survivor } from './score.ts';
import { browserSurvivors } from './survivor-reasons/browser.ts';
import { releasesSurvivors } from './survivor-reasons/releases.ts';
import { serviceKitSurvivors } from './survivor-reasons/service-kit.ts';
import { servicesSurvivors } from './survivor-reasons/services.ts';
import type { SurvivorReasons } from './survivor-reasons/survivor-reason.ts';

export const survivorReasons: SurvivorReasons = {
  ...serviceKitSurvivors,
  ...servicesSurvivors,
  ...releasesSurvivors,
  ...browserSurvivors,
};

/** The reason why a mutant may survive, or null if a test for it is missing. */
export function reasonOf({ file, change }: Survivor): string | null {
  const reasons = Object.entries(survivorReasons[file] ?? {});
  return reasons.find(([, changes]) => changes.includes(change))?.[0] ?? null;
}
