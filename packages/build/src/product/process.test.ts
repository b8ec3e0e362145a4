import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { freePort, isFree } from '@funnel/service-kit/http/free-port';

import { rootFolder } from '../repository.ts';
import { startProcess } from './process.ts';

/** Starts a program that starts the payment sandbox, runs `then`, and stays. Resolves once it has printed a line. */
async function startStarter(then: string, isOwnGroup: boolean) {
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
    ${then}
    console.log('started');
  `;
  const args = ['--conditions=source', '--import', 'tsx', '--input-type=module', '--eval', program];
  const starter = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: isOwnGroup,
  });
  await Promise.race([once(starter.stdout, 'data'), once(starter, 'exit')]);
  expect(await isFree(port)).toBe(false);
  return { starter, port };
}

/** The process notices it at once, but the system may take a moment to close its port. */
async function untilFree(port: number) {
  while (!(await isFree(port))) await new Promise(setImmediate);
}

it('ends a started process with the one that started it, even if that is killed', async () => {
  const { starter, port } = await startStarter('', false);
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  await untilFree(port);
});

it('leaves it to the one that started a process to end it after Ctrl-C, so that it gets one signal and not two', async () => {
  const { starter, port } = await startStarter(
    "process.once('SIGINT', () => console.log('interrupted'));",
    true,
  );
  process.kill(-(starter.pid ?? 0), 'SIGINT');
  await once(starter.stdout, 'data');
  expect((await fetch(`http://localhost:${port}/v3/`)).ok).toBe(true);
  starter.kill('SIGKILL');
  await untilFree(port);
});

it('does not wait for a program that ended before it served, and says what that printed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'process-'));
  const script = relative(rootFolder, join(folder, 'broken.mjs'));
  writeFileSync(join(folder, 'broken.mjs'), "console.error('DATA_DIR is full'); process.exitCode = 1;");
  const url = `http://127.0.0.1:${await freePort()}`;
  const options = { script, url, readyPath: '/', env: {}, onOutput: () => undefined };
  await expect(startProcess(options)).rejects.toThrow(`${script} did not start:\nDATA_DIR is full\n`);
  rmSync(folder, { recursive: true });
});
