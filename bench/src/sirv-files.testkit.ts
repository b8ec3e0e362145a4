import { createServer } from 'node:http';

import sirv from 'sirv';

// A program for benchmarks: the files of a folder with their compressed siblings, from memory.
const serve = sirv(process.env['FOLDER'] ?? '.', {
  brotli: true,
  etag: true,
  immutable: true,
  maxAge: 31_536_000,
});
const server = createServer((request, response) => serve(request, response));
server.listen(Number(process.env['PORT']), '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${process.env['PORT']}` })}\n`),
);
