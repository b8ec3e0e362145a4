import { countEarlyResponses, readTrace } from './durability-trace.testkit.ts';

// Calls without their times. Process 10 is the service, 20 and 30 are connections of PostgreSQL.
const request = String.raw`10 read(21<socket:[1]>, "POST /api/leads HTTP/1.1\r\n", 65536) = 900 <0.000010>`;
const insert = String.raw`20 recvfrom(9<socket:[2]>, "P\0\0\1\0\0insert into \"leads\" (\"id\"", 8192) = 400 <0.000010>`;
const commit = String.raw`20 recvfrom(9<socket:[2]>, "Q\0\0\0\vcommit\0", 8192) = 12 <0.000010>`;
const sync = '20 fdatasync(5</data/pg_wal/000000010000000000000001>) = 0 <0.001000>';
const commitOfAJob = String.raw`30 recvfrom(9<socket:[3]>, "Q\0\0\0\vcommit\0", 8192) = 12 <0.000010>`;
const response = String.raw`10 write(21<socket:[1]>, "HTTP/1.1 202 Accepted\r\n", 200) = 200 <0.000010>`;

const traceOf = (calls: readonly string[]) =>
  calls.map((call, at) => call.replace(' ', ` ${(1 + at / 100).toFixed(6)} `)).join('\n');

test.each([
  ['on disk after its commit and a sync', [request, insert, commit, sync, response], 0],
  ['on disk, although a job commits afterwards', [request, insert, commit, sync, commitOfAJob, response], 0],
  ['not on disk without a sync', [request, insert, commit, response], 1],
  ['not on disk without a commit', [request, insert, sync, response], 1],
  ['not on disk with the commit of a job only', [request, insert, commitOfAJob, sync, response], 1],
  ['not on disk with a sync before its commit only', [request, sync, insert, commit, response], 1],
  ['not on disk if no insert was received', [request, commit, sync, response], 1],
])('a lead counts as %s', (_, calls, early) => {
  expect(countEarlyResponses(readTrace(traceOf(calls)), 'postgres', 'lead')).toEqual({
    acknowledged: 1,
    early,
  });
});
