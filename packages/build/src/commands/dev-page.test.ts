import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Runs `npm start -w mfe-quiz` with this port, which it must reject before it builds anything. */
async function startAlone(port: string) {
  const args = ['--conditions=source', '--import', 'tsx', join(__dirname, 'dev-page.ts'), 'mfe-quiz'];
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, { env: { PATH, PORT: port } });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => (printed.stdout += text));
  child.stderr.on('data', (text) => (printed.stderr += text));
  const [status] = await once(child, 'close');
  return { status, ...printed };
}

it('names the setting in one line if the port of the dev page is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  expect(await startAlone(String(port))).toEqual({
    status: 1,
    stdout: '',
    stderr: `PORT: port ${port} is in use. Stop the program that listens there, or set PORT to another port.\n`,
  });
  server.close();
});

it('names the setting in one line if the port of the dev page is not a port', async () => {
  expect(await startAlone('high')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'PORT: must be a whole number from 1 to 65535. Example: PORT=3100\n',
  });
});
