import { fileURLToPath } from 'node:url';

import { runRelease } from './run-release.ts';

const rootFolder = fileURLToPath(new URL('../../../../', import.meta.url));
const said = await runRelease(process.argv.slice(2), { environment: process.env, rootFolder });
process.stdout.write(said.stdout);
process.stderr.write(said.stderr);
process.exitCode = said.status;
