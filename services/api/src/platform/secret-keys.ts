import * as kit from '@funnel/service-kit/secret-keys';

import { explainConfigError, type Config } from './config.ts';

/** Part of every derivation, so that another product with the same secret key gets different keys. */
const product = 'funnel';

/** Derives the keys of this product from a secret key. */
export const createSecretKeys = (secretKey: string): kit.DeriveKey =>
  kit.createSecretKeys(secretKey, product);

/** Derives keys from `SECRET_KEY`, or from the key file beside the data if it is not set. Throws `ConfigError`. */
export function loadSecretKeys(settings: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): kit.DeriveKey {
  try {
    return kit.loadSecretKeys(settings, product);
  } catch (error) {
    throw explainConfigError(error);
  }
}
