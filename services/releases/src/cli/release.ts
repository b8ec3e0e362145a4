import { fileURLToPath } from 'node:url';

import { releaseCommand } from './release-command.ts';

const rootFolder = fileURLToPath(new URL('../../../../', import.meta.url));
const { status, stdout, stderr } = await releaseCommand(process.argv.slice(2), {
  environment: process.env,
  rootFolder,
});
// A reader such as `head` closes the pipe when it has enough.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status;
