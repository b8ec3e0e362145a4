import { readFileSync, writeFileSync } from 'node:fs';

import { inRoot } from '@funnel/build/repository';
import { test } from '@playwright/test';

/** Whether this run replaces what is stored instead of comparing with it: `npm run accept`. */
const isAccepting = (): boolean => test.info().config.updateSnapshots === 'all';

/** The text of a file in the repository, after a run that accepts changes has replaced it. */
export function storedText(file: string, current: string): string {
  if (isAccepting()) writeFileSync(inRoot(file), current);
  return readFileSync(inRoot(file), 'utf8');
}
