import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { version }: { version: string } = JSON.parse(
  readFileSync(require.resolve('react/package.json'), 'utf8'),
);

/** The installed version of React. */
export const reactVersion = version;
/** The React range that a remote requires. */
export const reactRange = `^${version.split('.')[0]}.0.0`;
