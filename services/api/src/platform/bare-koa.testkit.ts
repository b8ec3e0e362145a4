import { readFileSync } from 'node:fs';

import { leadRequestSchema } from '@funnel/contracts/api';
import { listen } from '@funnel/service-kit/http/server';
import Koa from 'koa';

const bodyFile = process.env['BODY_FILE'];
const document = bodyFile === undefined ? null : readFileSync(bodyFile);

// A program for benchmarks: a bare Koa that only reads, parses and, for a lead, validates a body. To a GET it sends a file's bytes.
const app = new Koa();
app.use(async (ctx) => {
  if (ctx.method === 'GET') {
    ctx.body = document;
    ctx.type = 'text/html; charset=utf-8';
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  if (ctx.path === '/api/leads') {
    const { leadId } = leadRequestSchema.parse(body);
    ctx.status = 202;
    ctx.body = { leadId };
  } else {
    ctx.body = { received: typeof body.id === 'string' };
  }
});

void listen(app, Number(process.env['PORT']), '127.0.0.1').then(({ origin }) =>
  process.stdout.write(`${JSON.stringify({ address: origin })}\n`),
);
