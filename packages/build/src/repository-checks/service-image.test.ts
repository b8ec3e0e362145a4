import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '@funnel/service-kit/http/free-port';

import { inRoot, workspaceFolders } from '../repository.ts';
import { copyRepository, type RepositoryCopy } from '../testing/repository-copy.ts';

const readLines = (file: string) => readFileSync(inRoot(file), 'utf8').split('\n');
const dockerfile = readLines('Dockerfile');

/** The part of each line of the Dockerfile that the first group of the pattern matches. */
const find = (pattern: RegExp) => dockerfile.flatMap((line) => pattern.exec(line)?.[1] ?? []);

/** What the image has of the workspaces beside installed packages. */
const copied = new Set([...find(/^COPY --from=build \/app\/(\S+) /), ...find(/^COPY (\S+\/package\.json) /)]);

let copy: RepositoryCopy;
beforeAll(() => {
  copy = copyRepository();
  const ignored = readLines('.dockerignore').filter((line) => /^[\w.-]+$/.test(line));
  expect(ignored).toContain('docs');
  for (const folder of ignored) rmSync(join(copy.folder, folder), { recursive: true, force: true });
});
afterAll(() => copy.remove());

/** Removes from the workspaces what the image does not have. Installed packages stay, also those that it is built with. */
function removeUncopied() {
  for (const folder of workspaceFolders.filter((workspace) => existsSync(join(copy.folder, workspace))))
    for (const name of readdirSync(join(copy.folder, folder)))
      if (name !== 'node_modules' && !copied.has(`${folder}/${name}`))
        rmSync(join(copy.folder, folder, name), { recursive: true });
}

it('the image of the service is built from what Docker receives, and serves the console', async () => {
  const commands = find(/^RUN (.*)/).filter((command) => /\btsc\b/.test(command));
  expect(commands).toHaveLength(1);
  for (const command of commands)
    await promisify(execFile)('sh', ['-c', command], {
      cwd: copy.folder,
      env: { PATH: process.env['PATH'] },
    });
  removeUncopied();

  const [port, operatorPort] = [await freePort(), await freePort()];
  const service = spawn(process.execPath, ['services/api/dist/main.js'], {
    cwd: copy.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PORT: `${port}`,
      OPERATOR_PORT: `${operatorPort}`,
      DATA_DIR: join(copy.folder, 'data'),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://funnel.example',
      SECRET_KEY: 'a-secret-key-of-the-image-0123456789',
      OPERATOR_TOKEN: 'an-operator-token-of-the-image',
    },
  });
  const exited = once(service, 'exit');
  try {
    await new Promise<void>((resolve, reject) => {
      service.stdout.on('data', (text) => {
        if (String(text).includes('"address"')) resolve();
      });
      exited.then(([code]) => reject(new Error(`the service ended with ${code}`)), reject);
    });
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    const page = await fetch(`http://127.0.0.1:${operatorPort}/`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  } finally {
    service.kill('SIGKILL');
    await exited;
  }
}, 600_000);
