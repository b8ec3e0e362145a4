import type { Clock } from '@funnel/service-kit/clock';
import type { RateLimitContext } from '@funnel/service-kit/http/rate-limit';
import type { Log } from '@funnel/service-kit/log';
import type { DeriveKey } from '@funnel/service-kit/secret-keys';

import type { Database } from './database.ts';

type Settings = RateLimitContext['config'] & {
  readonly NODE_ENV: 'development' | 'test' | 'production';
  readonly OPERATOR_HOST: string;
  readonly OPERATOR_TOKEN: readonly string[];
  readonly OPERATOR_URL?: string | undefined;
  /** The issuers whose identity tokens may publish. */
  readonly OIDC_ISSUERS: readonly string[];
  /** A set goes live only after its end-to-end smoke test passed. */
  readonly requireCertification: boolean;
  /** How many megabytes all builds and uploads may take before no new version is accepted. */
  readonly MAX_STORED_BUILDS_MB: number;
  /** The tokens and secrets among the service's settings, of 32 characters or more. A build that contains one is rejected. */
  readonly secrets: readonly string[];
};

/** The part of the mounting service's context that the release platform needs. */
export interface ReleaseContext {
  readonly config: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: DeriveKey;
}
