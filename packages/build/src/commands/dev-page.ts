import { createServer, type ServerResponse } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

import { buildApp } from '../build-app.ts';
import { contentTypes } from '../files.ts';
import { appVersion, inRoot, isAppName } from '../repository.ts';
import { hostConfig } from '../shell/shell-webpack.ts';
import { watchApps } from '../watch.ts';
import { compile } from '../webpack/compile.ts';

const [app = ''] = process.argv.slice(2);
if (!isAppName(app) || app === 'shell') {
  console.error('Name the remote to show, such as mfe-quiz.');
  process.exit(2);
}

const port = Number(process.env['PORT'] ?? 3100);
const hostFolder = inRoot('.cache/dev-page');
const definition = {
  name: 'shell',
  entry: inRoot('packages/build/src/dev-page/host.tsx'),
  frame: '',
  storedState: '',
  contracts: [],
} as const;
const host = await compile(
  hostConfig({ definition, version: `dev-${app}`, source: inRoot(app), folder: hostFolder }),
);
const [script = ''] = host.entrypoints.get('shell')?.getFiles() ?? [];
const build = () =>
  buildApp(app, { version: appVersion(app), source: inRoot(app), folder: inRoot(app, 'dist') });
await build();

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${app}</title><body><div id="root"></div><script src="/host/${script}"></script></body></html>`;

const listeners = new Set<ServerResponse>();
watchApps([app], () => {
  build().then(
    () => listeners.forEach((listener) => listener.write('data: built\n\n')),
    (error: unknown) => console.error(error),
  );
});

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [, folder, file = ''] = /^\/(host|remote)\/([\w.-]+)$/.exec(pathname) ?? [];
  const source = folder && join(folder === 'host' ? hostFolder : inRoot(app, 'dist'), file);
  if (pathname === '/reload') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('\n');
    listeners.add(response);
    request.on('close', () => listeners.delete(response));
  } else if (source && existsSync(source)) {
    response.writeHead(200, {
      'content-type': contentTypes[extname(file)] ?? 'application/json',
      'cache-control': 'no-store',
    });
    response.end(readFileSync(source));
  } else if (source) {
    response.writeHead(404).end();
  } else if (pathname.startsWith('/api/')) {
    response.writeHead(202, { 'content-type': 'application/json' }).end('{}');
  } else {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  }
}).listen(port, '127.0.0.1', () => console.log(`${app} by itself: http://localhost:${port}/`));
