import * as kit from '@funnel/service-kit/secret-keys';

import { explainConfigError, type Config } from './config.ts';

/** Part of every key: another product with the same secret key has other keys. */
const product = 'funnel';

/** The keys of a secret key. */
export const createSecretKeys = (secretKey: string): kit.DeriveKey =>
  kit.createSecretKeys(secretKey, product);

/** The keys of `SECRET_KEY`, or of the file beside the data where it is not set. Throws `ConfigError`. */
export function loadSecretKeys(settings: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): kit.DeriveKey {
  try {
    return kit.loadSecretKeys(settings, product);
  } catch (error) {
    throw explainConfigError(error);
  }
}
