import { countEarlyResponses, readTrace } from './durability-trace.testkit.ts';

// Process 10 is the service, 20 and 30 are connections of PostgreSQL.
const request = String.raw`10 1.000000 read(21<socket:[1]>, "POST /api/leads HTTP/1.1\r\n", 65536) = 900 <0.000010>`;
const insert = String.raw`20 1.001000 recvfrom(9<socket:[2]>, "P\0\0\1\0\0insert into \"leads\" (\"id\"", 8192) = 400 <0.000010>`;
const commit = String.raw`20 1.002000 recvfrom(9<socket:[2]>, "Q\0\0\0\vcommit\0", 8192) = 12 <0.000010>`;
const sync = '20 1.003000 fdatasync(5</data/pg_wal/000000010000000000000001>) = 0 <0.001000>';
const commitOfAJob = String.raw`30 1.005000 recvfrom(9<socket:[3]>, "Q\0\0\0\vcommit\0", 8192) = 12 <0.000010>`;
const response = String.raw`10 1.006000 write(21<socket:[1]>, "HTTP/1.1 202 Accepted\r\n", 200) = 200 <0.000010>`;

test.each([
  ['is on disk', [request, insert, commit, sync, response], 0],
  [
    'is on disk, although a job commits afterwards',
    [request, insert, commit, sync, commitOfAJob, response],
    0,
  ],
  ['is not on disk without a sync', [request, insert, commit, response], 1],
  ['is not on disk before its commit', [request, insert, sync, commitOfAJob, response], 1],
  ['is not on disk after the sync of another commit only', [request, sync, insert, commit, response], 1],
  ['is not on disk if it is never inserted', [request, commit, sync, response], 1],
])('a lead %s', (_, lines, early) => {
  const ordered = lines.map((line, at) => line.replace(/ 1\.\d+ /, ` ${(1 + at / 100).toFixed(6)} `));
  expect(countEarlyResponses(readTrace(ordered.join('\n')), 'postgres', 'lead')).toEqual({
    acknowledged: 1,
    early,
  });
});
