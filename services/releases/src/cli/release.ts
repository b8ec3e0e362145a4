import { fileURLToPath } from 'node:url';

import { printOutput } from '@funnel/release-kit/client/print-output';

import { releaseCommand } from './release-command.ts';

const rootFolder = fileURLToPath(new URL('../../../../', import.meta.url));
printOutput(await releaseCommand(process.argv.slice(2), { environment: process.env, rootFolder }));
