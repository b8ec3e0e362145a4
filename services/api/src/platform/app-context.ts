import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import type { DeriveKey } from './secret-keys.ts';

/** What every resource of the service stands on. */
export interface AppContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: DeriveKey;
}
