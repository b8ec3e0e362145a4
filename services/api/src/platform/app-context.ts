import type { Clock } from '@funnel/service-kit/clock';
import type { Log } from '@funnel/service-kit/log';
import type { DeriveKey } from '@funnel/service-kit/secret-keys';

import type { Config } from './config.ts';
import type { Database } from './database.ts';

/** The dependencies that every module of the service shares. */
export interface AppContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: DeriveKey;
}
