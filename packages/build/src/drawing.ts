import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';

import { inRoot } from './repository.ts';

/** Lends a folder for a build that only draws. Inside the repository: what is drawn asks for React from where it lies. */
export async function withDrawingFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  mkdirSync(inRoot('.cache'), { recursive: true });
  const folder = mkdtempSync(inRoot('.cache', 'drawing-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
