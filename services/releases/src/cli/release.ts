import { fileURLToPath } from 'node:url';

import { runRelease } from './run-release.ts';

const rootFolder = fileURLToPath(new URL('../../../../', import.meta.url));
const { status, stdout, stderr } = await runRelease(process.argv.slice(2), {
  environment: process.env,
  rootFolder,
});
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status;
