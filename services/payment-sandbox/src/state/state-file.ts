import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { serializeState, stateSchema, type State } from './state.ts';

/** The stored state, or an empty one where there is no file. Throws where the file is not the sandbox's. */
export function loadState(file: string | null): State {
  return stateSchema.parse(file !== null && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
}

/** Written aside and moved into place, so that a crash leaves either the old state or the new one. */
export function saveState(file: string, state: State): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, serializeState(state), { mode: 0o600 });
  renameSync(aside, file);
}
