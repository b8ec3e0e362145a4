import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { isHttpUrl, ReleaseError } from '@funnel/release-kit/client/publish-client';

export interface CliEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly rootFolder: string;
}

/** A setting that does not have the expected format. */
export class CliSettingError extends Error {}

interface Setting {
  readonly value: string;
  /** Where the value came from, for messages. */
  readonly source: string;
}

/** The URL of the operators' listener, by default on this machine. Throws `CliSettingError`. */
export function readUrl({ environment }: CliEnvironment): Setting {
  const url = environment['RELEASE_URL'];
  if (url) {
    if (isHttpUrl(url)) return { value: url, source: 'RELEASE_URL' };
    throw new CliSettingError(
      `RELEASE_URL must be an http or https URL, such as http://127.0.0.1:3001; got "${url}".`,
    );
  }
  const port = environment['OPERATOR_PORT'] || '3001';
  if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65535)
    throw new CliSettingError(`OPERATOR_PORT must be a port from 1 to 65535; got "${port}".`);
  return {
    value: `http://127.0.0.1:${port}`,
    source: environment['OPERATOR_PORT'] ? 'OPERATOR_PORT' : 'the default',
  };
}

/** The operator token. Throws `ReleaseError` if there is none. */
export function readToken({ environment, rootFolder }: CliEnvironment): Setting {
  const token = environment['OPERATOR_TOKEN'];
  if (token) return { value: token, source: 'OPERATOR_TOKEN' };
  const file = resolve(rootFolder, environment['DATA_DIR'] || '.data', 'operator-token');
  try {
    return { value: readFileSync(file, 'utf8').trim(), source: file };
  } catch {
    throw new ReleaseError(
      `There is no operator token. Set OPERATOR_TOKEN, or run npm start, which writes ${file}.`,
      'unauthorized',
    );
  }
}
