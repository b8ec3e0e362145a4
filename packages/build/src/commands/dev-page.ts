import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { createPageReloader, reloadScript } from '@funnel/remote-tools/dev/page-reloader';
import { contentTypeOf } from '@funnel/remote-tools/files';
import { compile } from '@funnel/remote-tools/webpack/compile';

import { buildApp } from '../build-app.ts';
import { describeUrls } from '../dev-page/describe-urls.ts';
import { checkPortIsFree, portFromEnv } from '../product/process.ts';
import { appVersion, inRoot, remoteNames } from '../repository.ts';
import { hostConfig } from '../shell/shell-webpack.ts';
import { watchApps } from '../watch.ts';
import { exitWithError, printError } from './command-line.ts';

const app = remoteNames.find((name) => name === process.argv[2]);
if (!app) {
  console.error(`Unknown remote "${process.argv[2] ?? ''}". Remotes: ${remoteNames.join(', ')}.`);
  process.exit(2);
}

async function readPort(): Promise<number> {
  const port = portFromEnv('PORT', 3100);
  await checkPortIsFree('PORT', port);
  return port;
}

const port = await readPort().catch(exitWithError);
const cache = inRoot('.cache/dev-page', app);
const [hostFolder, remoteFolder] = [join(cache, 'host'), join(cache, 'remote')];
const entry = inRoot('packages/build/src/dev-page/host.tsx');
const definition = { name: 'shell', entry, layout: '', brand: '', storedState: '', contracts: [] } as const;
const build = () => buildApp(app, { version: appVersion(app), source: inRoot(app), folder: remoteFolder });
const since = Date.now();
const [host] = await Promise.all([
  compile(hostConfig({ definition, version: `dev-${app}`, source: inRoot(app), folder: hostFolder })),
  build(),
]).catch(exitWithError);
const [script = ''] = host.entrypoints.get('shell')?.getFiles() ?? [];

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${app}</title><link rel="icon" href="data:,"><body><div id="root"></div><script src="/${script}"></script>${reloadScript}</body></html>`;

const pages = createPageReloader();
watchApps([app], since, () => build().then(pages.reload).catch(printError));

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const respond = (status: number, type: string, body: string | Buffer) =>
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);

  if (pages.respond(request, response)) return;
  if (pathname.startsWith('/api/')) {
    respond(202, 'application/json', '{}');
  } else if (/^\/[\w.-]+\.\w+$/.test(pathname)) {
    const file = [remoteFolder, hostFolder].map((folder) => join(folder, pathname)).find(existsSync);
    if (file) respond(200, contentTypeOf(file) ?? 'application/json', readFileSync(file));
    else respond(404, 'text/plain', 'not found');
  } else {
    respond(200, 'text/html; charset=utf-8', page);
  }
}).listen(port, '127.0.0.1', () => console.log(describeUrls(app, port)));
