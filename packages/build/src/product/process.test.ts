import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { freePort, isFree } from '@funnel/service-kit/http/free-port';

jest.setTimeout(60_000);

it('ends a started process with the one that started it, even if that is killed', async () => {
  const port = await freePort();
  const options = {
    script: 'services/payment-sandbox/dist/main.js',
    url: `http://localhost:${port}`,
    readyPath: '/v3/',
    env: { SANDBOX_PORT: String(port) },
  };
  const program = `
    import { startProcess } from ${JSON.stringify(join(__dirname, 'process.ts'))};
    await startProcess({ ...${JSON.stringify(options)}, onOutput: () => undefined });
    console.log('started');
  `;
  const args = ['--conditions=source', '--import', 'tsx', '--input-type=module', '--eval', program];
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await Promise.race([once(parent.stdout, 'data'), once(parent, 'exit')]);
  expect(await isFree(port)).toBe(false);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  // The process notices it at once, but the system may take a moment to close its port.
  while (!(await isFree(port))) await new Promise(setImmediate);
});
