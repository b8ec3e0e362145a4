import Koa from 'koa';

import { listen } from './server.ts';

// A program: what a POST costs that reads and parses its body and does nothing else, for comparisons.
const app = new Koa();
app.use(async (ctx) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk);
  const { id } = JSON.parse(Buffer.concat(chunks).toString());
  ctx.body = { received: typeof id === 'string' };
});

void listen(app, Number(process.env['PORT']), '127.0.0.1').then(({ origin }) =>
  process.stdout.write(`${JSON.stringify({ address: origin })}\n`),
);
