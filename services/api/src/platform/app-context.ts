import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import type { DeriveKey } from './secret-keys.ts';

/** The dependencies that every module of the service shares. */
export interface AppContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: DeriveKey;
}
