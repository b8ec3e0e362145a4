import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import type { PublicEndpoint } from '@funnel/contracts/endpoint';
import { object, string } from 'zod';

import { onAccepted } from './accepted-request.ts';
import { createPublicRouter } from './endpoint-router.ts';
import { readJson } from './json-body.ts';
import { send, serve, withoutDatabase } from './koa-server.testkit.ts';

const megabyte = 1024 * 1024;
const table = {
  note: {
    method: 'POST',
    path: '/note',
    caller: 'anyone',
    rate: 'unlimited',
    body: { maxBytes: 100, maxDepth: 2, maxKeys: 3 },
  },
} as const satisfies Record<string, PublicEndpoint>;
const schema = object({ note: object({ text: string() }) });

/**
 * Answers with the text of the note. Records which listeners were notified that the body was accepted. Emits `begun`, and
 * `read` with the problem, if there was one.
 */
async function startNotes() {
  const accepted: string[] = [];
  const events = new EventEmitter();
  const load = {
    count: async (_: unknown, next: () => Promise<unknown>) => void (await next()),
    shed: () => undefined,
  };
  const router = createPublicRouter(withoutDatabase, load, table, {
    note: async (ctx) => {
      onAccepted(ctx, async () => void accepted.push('first'));
      onAccepted(ctx, async () => void accepted.push('second'));
      const reading = readJson(ctx, schema);
      events.emit('begun');
      reading.then(
        () => events.emit('read'),
        (error: unknown) => events.emit('read', error),
      );
      ctx.body = (await reading).note.text;
    },
  });
  const server = await serve((app) => app.use(router.routes()));
  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    send(server.origin, { path: '/note', body, headers: { 'content-type': 'application/json', ...headers } });
  return { ...server, accepted, events, post };
}

let notes: Awaited<ReturnType<typeof startNotes>>;
beforeEach(async () => {
  notes = await startNotes();
});
afterEach(() => notes.close());

/** A note of exactly so many bytes. */
const noteOf = (bytes: number) => {
  const empty = JSON.stringify({ note: { text: '' } });
  return JSON.stringify({ note: { text: 'a'.repeat(bytes - empty.length) } });
};

it('accepts a body of as many bytes as allowed, and tells every listener', async () => {
  expect(await notes.post(noteOf(100))).toMatchObject({ status: 200, body: 'a'.repeat(80) });
  expect(notes.accepted).toEqual(['first', 'second']);
});

it.each([
  ['one byte too many', () => noteOf(101)],
  ['a megabyte too many', () => noteOf(100 + megabyte)],
  ['far too many bytes', () => noteOf(100 + 2 * megabyte)],
])('rejects a body with %s, says how many are allowed, and closes the connection', async (_, body) => {
  const { status, headers, body: text } = await notes.post(body());
  expect([status, headers.connection]).toEqual([413, 'close']);
  expect(JSON.parse(text)).toMatchObject({
    code: 'too-large',
    detail: 'The body may have 100 bytes at most',
  });
  expect(notes.accepted).toEqual([]);
});

/** Sends the start of a request without its body. */
function announceBody(length: number) {
  const socket = connect(Number(new URL(notes.origin).port), '127.0.0.1');
  const head = ['POST /note HTTP/1.1', 'Host: notes.example', 'Content-Type: application/json'];
  // The service closes the connection, perhaps while the body is still being sent.
  socket.on('error', () => undefined);
  socket.write([...head, `Content-Length: ${length}`, '', ''].join('\r\n'));
  return socket;
}

it('reads nothing of a body whose announced length is far beyond the limit', async () => {
  expect(await text(announceBody(101 + megabyte))).toMatch(/^HTTP\/1\.1 413 /);
});

it('reads a body a little beyond the limit, so that its sender receives the response', async () => {
  const begun = once(notes.events, 'begun');
  const socket = announceBody(100 + megabyte);
  let hasResponse = false;
  const response = once(socket, 'data').finally(() => (hasResponse = true));
  await begun;
  // Another request that begins later has its response.
  expect((await notes.post(noteOf(100))).status).toBe(200);
  expect(hasResponse).toBe(false);
  socket.write('a'.repeat(100 + megabyte));
  expect(String((await response)[0])).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

it('does not accept a body that ends before its announced length', async () => {
  const begun = once(notes.events, 'begun');
  const read = once(notes.events, 'read');
  const socket = connect(Number(new URL(notes.origin).port), '127.0.0.1');
  const head = ['POST /note HTTP/1.1', 'Host: notes.example', 'Content-Type: application/json'];
  socket.write([...head, 'Content-Length: 90', '', noteOf(80)].join('\r\n'));
  await begun;
  socket.destroy();
  expect(await read).toMatchObject([{ code: 'malformed-json', message: 'The body ended early' }]);
  expect(notes.accepted).toEqual([]);
});

it.each([
  ['is no JSON', '{', undefined],
  ['is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'The body is not UTF-8'],
])('rejects a body that %s', async (_, body, detail) => {
  const { status, body: text } = await notes.post(body);
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ code: 'malformed-json', ...(detail && { detail }) });
});

it.each([
  ['nests too deeply', '{"note":{"text":[]}}', 'The body may nest 2 levels at most'],
  ['has too many keys', '{"a":1,"b":2,"c":3,"d":4}', 'The body may have 3 keys at most'],
  ['contains U+0000', '{"note":{"text":"a\\u0000"}}', 'The body may not contain the character U+0000'],
])('rejects a body that %s', async (_, body, detail) => {
  const { status, body: text } = await notes.post(body);
  expect(status).toBe(422);
  expect(JSON.parse(text)).toMatchObject({ code: 'invalid-request', detail });
});

it('replaces unpaired surrogates by U+FFFD, and keeps pairs', async () => {
  const { status, body } = await notes.post('{"note":{"text":"a\\ud83d b\\uD83D\\uDE00 \\\\ud83d \\ude00"}}');
  expect(status).toBe(200);
  expect(body).toBe('a\ufffd b\u{1f600} \\ud83d \ufffd');
});

it('allows as many keys as the limit, and names the path of what is wrong', async () => {
  const { status, body } = await notes.post('{"note":{"text":1},"more":2}');
  expect(status).toBe(422);
  expect(JSON.parse(body)).toMatchObject({ errors: [{ path: 'note.text' }] });
  expect(notes.accepted).toEqual([]);
});

it('rejects another type of content', async () => {
  const response = await notes.post(noteOf(50), { 'content-type': 'text/plain' });
  expect(response.status).toBe(415);
});

it.each([
  [
    'in another encoding',
    { 'content-type': 'application/json; charset=utf-16' },
    'The body must be in UTF-8',
  ],
  [
    'in another encoding that a malformed header names',
    { 'content-type': 'application/json; charset="utf-16' },
    'The body must be in UTF-8',
  ],
  ['that is compressed', { 'content-encoding': 'gzip' }, 'The body must not be compressed'],
])('rejects a body %s', async (_, headers, detail) => {
  const { status, body } = await notes.post(noteOf(50), headers);
  expect(status).toBe(415);
  expect(JSON.parse(body)).toMatchObject({ code: 'unsupported-media-type', detail });
  expect(notes.accepted).toEqual([]);
});

it.each([
  ['Application/JSON; charset="UTF-8"', ''],
  ['application/json;charset=utf8', 'Identity'],
  ['application/json ; charset = utf-8', ''],
])('accepts the type %s and the encoding %j', async (type, encoding) => {
  const headers = { 'content-type': type, 'content-encoding': encoding };
  expect((await notes.post(noteOf(50), headers)).status).toBe(200);
});
