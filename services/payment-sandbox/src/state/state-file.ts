import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { SettingsError } from '../settings.ts';
import { emptyState, serializeState, stateSchema, type State } from './state.ts';

/** The stored state, or an empty one without a file. Throws `SettingsError` if the file has another format. */
export function loadState(file: string | null): State {
  if (file === null || !existsSync(file)) return emptyState();
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new SettingsError(`SANDBOX_STATE_FILE: ${file} holds no state of this sandbox; remove it.`, {
      cause,
    });
  }
}

/** Writes a temporary file and renames it, so that a crash leaves either the old state or the new one. */
export function saveState(file: string, state: State): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, serializeState(state), { mode: 0o600 });
  renameSync(temporaryFile, file);
}
