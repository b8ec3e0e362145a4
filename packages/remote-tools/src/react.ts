import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { version }: { version: string } = JSON.parse(
  readFileSync(require.resolve('react/package.json'), 'utf8'),
);

/** The installed version of React. */
export const reactVersion = version;
/** The React range that a remote requires: from the minor version with which it was built, because it may use what that added. */
export const reactRange = `^${version.split('.').slice(0, 2).join('.')}.0`;
