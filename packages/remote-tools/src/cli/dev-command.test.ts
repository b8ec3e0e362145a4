import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const program = resolve(__dirname, 'funnel-remote.ts');
const loader = require.resolve('tsx');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'remote-'));
  cpSync(resolve(__dirname, '../../../../docs/examples/rspack'), folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `funnel-remote dev` until it ends. */
const dev = (...args: readonly string[]) =>
  new Promise<{ status: unknown; printed: string }>((done) => {
    const all = ['--import', loader, '--conditions=source', program, 'dev', ...args];
    execFile(process.execPath, all, { cwd: folder, timeout: 20_000 }, (error, stdout, stderr) =>
      done({ status: error?.code ?? 0, printed: `${stdout}${stderr}` }),
    );
  });

async function withSite(respond: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server: Server = createServer(respond);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  try {
    await use(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}

describe('funnel-remote dev', () => {
  it.each(['localhost:4971', 'quiz.example.com'])(
    'rejects %s as the URL of a product, with an example',
    async (shell) => {
      const { status, printed } = await dev('--shell', shell);
      expect(printed).toContain(
        'It must be a URL with http or https. Example: --shell http://localhost:4971',
      );
      expect(status).toBe(2);
    },
    30_000,
  );

  it.each(['http', '65536', ''])(
    'rejects %j as a port, with an example',
    async (port) => {
      const { status, printed } = await dev('--shell', 'http://localhost:4971', '--port', port);
      expect(printed).toContain('It must be a number from 1 to 65535. Example: --port 3100');
      expect(status).toBe(2);
    },
    30_000,
  );

  it('fails if the product is unreachable and no set of it was loaded before', async () => {
    // Nothing listens on port 1.
    const { status, printed } = await dev('--shell', 'http://127.0.0.1:1');
    expect(printed).toBe(
      'http://127.0.0.1:1 is unreachable, and no set of it was loaded before. Check that --shell is the URL that visitors open, and that it responds.\n',
    );
    expect(status).toBe(1);
  }, 30_000);

  it.each([
    [
      'a product before its first promotion',
      503,
      '{"detail":"Nothing has been released yet."}',
      'Nothing has been released yet.',
    ],
    [
      'the operators’ listener of a product',
      404,
      '{"detail":"There is nothing at this address"}',
      'There is nothing at this address.',
    ],
    [
      'a site that is no product',
      404,
      '<!doctype html>',
      '/api/release-set responded with status 404 and no release set.',
    ],
    [
      'a site that responds to every path',
      200,
      '<!doctype html>',
      '/api/release-set responded with status 200 and no release set.',
    ],
    [
      'JSON that is no release set',
      200,
      '{"id":null}',
      '/api/release-set responded with status 200 and no release set.',
    ],
  ])(
    'fails for %s, and says why',
    (_, code, body, reason) =>
      withSite(
        (_request, response) => response.writeHead(code).end(body),
        async (url) => {
          const { status, printed } = await dev('--shell', url);
          expect(printed).toBe(
            `${url} has no release set: ${reason} Check that --shell is the URL that visitors open, and that a set was promoted there.\n`,
          );
          expect(status).toBe(1);
        },
      ),
    30_000,
  );
});
