import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@funnel/service-kit/http/free-port';
import autocannon from 'autocannon';

import { startProgram } from '../../services/api/src/platform/program.testkit.ts';
import type { BenchmarkResults } from './benchmark-results.ts';
import { programs } from './programs.ts';
import { withProduct } from './with-product.ts';

const connections = 32;
const roundSeconds = 5;
const reader = { 'accept-encoding': 'br', 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };

interface Answers {
  readonly perSecond: number;
  readonly percentile99Ms: number;
}

async function get(url: string, headers: Record<string, string>): Promise<Answers> {
  const { errors, non2xx, requests, latency } = await autocannon({
    url,
    connections,
    duration: roundSeconds,
    headers,
  });
  if (errors + non2xx > 0) throw new Error(`${errors} errors and ${non2xx} rejections from ${url}`);
  return { perSecond: requests.average, percentile99Ms: latency.p99 };
}

async function startPeer(program: string, env: Record<string, string>) {
  const port = String(await freePort());
  return { url: `http://127.0.0.1:${port}`, kill: await startProgram(program, { ...env, PORT: port }) };
}

/** The bytes of a response as they are sent. `fetch` would decompress them. */
const sentBytes = (url: string, headers: Record<string, string>): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject);
    })
      .once('error', reject)
      .end();
  });

/** Documents and published files a second, in turn with a bare Koa and with sirv that send the same bytes. */
export const benchDocuments = (rounds: number): Promise<BenchmarkResults> =>
  withProduct(
    { NODE_ENV: 'test', SECRET_KEY: 'a-secret-key-for-benchmarks-0123456789', LOG_LEVEL: 'info' },
    async ({ url }) => {
      const folder = mkdtempSync(join(tmpdir(), 'bench-documents-'));
      const first = await fetch(url, { headers: reader });
      const cookie = first.headers
        .getSetCookie()
        .map((text) => text.split(';')[0])
        .join('; ');
      const [, script = ''] = /<script src="([^"]+)"/.exec(await first.text()) ?? [];
      const bodyFile = join(folder, 'document');
      writeFileSync(bodyFile, await sentBytes(url, reader));
      writeFileSync(join(folder, 'script.js'), await sentBytes(url + script, {}));
      writeFileSync(join(folder, 'script.js.br'), await sentBytes(url + script, reader));
      const koa = await startPeer(programs.bareKoa, { BODY_FILE: bodyFile });
      const sirv = await startPeer(programs.sirv, { FOLDER: folder });
      try {
        const measured: Record<'koa' | 'first' | 'returning' | 'sirv' | 'file', Answers>[] = [];
        // The first round is for warm-up.
        for (let round = -1; round < rounds; round++) {
          const answers = {
            koa: await get(koa.url, reader),
            first: await get(url, reader),
            returning: await get(url, { ...reader, cookie }),
            sirv: await get(`${sirv.url}/script.js`, reader),
            file: await get(url + script, reader),
          };
          const shown = Object.entries(answers).map(([name, { perSecond }]) => `${name} ${perSecond}`);
          console.log(`· a second: ${shown.join(', ')}`);
          if (round >= 0) measured.push(answers);
        }
        const of = (name: keyof (typeof measured)[number]) => measured.map((round) => round[name].perSecond);
        const ratio = (name: keyof (typeof measured)[number], peer: keyof (typeof measured)[number]) =>
          measured.map((round) => round[name].perSecond / round[peer].perSecond);
        return {
          'bare Koa, documents a second': of('koa'),
          'documents for new visitors, ratio to bare Koa': ratio('first', 'koa'),
          'documents for returning visitors, ratio to bare Koa': ratio('returning', 'koa'),
          'documents for returning visitors, 99th percentile, ms': measured.map(
            ({ returning }) => returning.percentile99Ms,
          ),
          'sirv, files a second': of('sirv'),
          'published files, ratio to sirv': ratio('file', 'sirv'),
        };
      } finally {
        await koa.kill();
        await sirv.kill();
        rmSync(folder, { recursive: true });
      }
    },
  );
