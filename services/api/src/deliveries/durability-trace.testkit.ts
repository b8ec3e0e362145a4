import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const folders = (process.env['PATH'] ?? '').split(delimiter);
const strace = folders.map((folder) => join(folder, 'strace')).find((file) => existsSync(file));

/** Whether system calls can be traced on this machine. */
export const canTrace = (): boolean =>
  strace !== undefined && spawnSync(strace, ['-o', '/dev/null', 'true']).status === 0;

/**
 * The command prefix that traces reads, writes and syncs of a program and its children into a file. Signals reach the
 * program.
 */
export const traceCommand = (file: string): string[] => [
  strace ?? 'strace',
  ...'-D -f --seccomp-bpf -ttt -T -y -s 80 -e signal=none -o'.split(' '),
  file,
  '-e',
  'trace=read,recvfrom,write,writev,pwrite64,sendto,fsync,fdatasync',
];

interface SystemCall {
  readonly process: string;
  readonly text: string;
  readonly beganAt: number;
  readonly endedAt: number;
}

/** Parses the system calls of a trace. strace splits a call that others interrupt into two lines. */
export function readTrace(trace: string): SystemCall[] {
  const begun = new Map<string, { text: string; beganAt: number }>();
  const calls: SystemCall[] = [];
  for (const line of trace.split('\n')) {
    const [, process = '', at = '', text = ''] = /^(\d+) +(\d+\.\d+) (.*)$/.exec(line) ?? [];
    const time = Number(at);
    if (text.endsWith('<unfinished ...>')) {
      begun.set(process, { text, beganAt: time });
    } else if (text.startsWith('<... ')) {
      const start = begun.get(process);
      if (start)
        calls.push({ process, text: `${start.text} ${text}`, beganAt: start.beganAt, endedAt: time });
      begun.delete(process);
    } else if (text) {
      const took = Number(/<(\d+\.\d+)>$/.exec(text)?.[1] ?? 0);
      calls.push({ process, text, beganAt: time, endedAt: time + took });
    }
  }
  return calls.sort((a, b) => a.endedAt - b.endedAt);
}

const inboxInsert = /^recvfrom\(.*insert into \\"inbox\\"/;
/** How requests look in a trace, and on PostgreSQL the statements that insert and commit their data. */
const requests = {
  lead: {
    request: /^read\(.*"POST \/api\/leads/,
    insert: /^recvfrom\(.*insert into \\"leads\\"/,
    commit: /^recvfrom\(.*"Q[^"]*commit/,
  },
  // One statement without a transaction.
  'webhook event': {
    request: /^read\(.*"POST \/api\/webhooks\/stripe/,
    insert: inboxInsert,
    commit: inboxInsert,
  },
} as const;

/** The system calls that sync the log to the disk. */
const syncs = {
  sqlite: /^f(data)?sync\(\d+<[^>]*funnel\.db-wal>/,
  postgres: /^f(data)?sync\(\d+<[^>]*pg_wal\//,
} as const;

const sqliteCommit = /^pwrite64\(\d+<[^>]*funnel\.db-wal>/;

/** The commit of a request's data among the calls between it and its response: on PostgreSQL, of the connection that inserted it. */
function commitOf(between: readonly SystemCall[], engine: keyof typeof syncs, kind: keyof typeof requests) {
  if (engine === 'sqlite') return between.findLast(({ text }) => sqliteCommit.test(text));
  // Other connections commit too, for example those of background jobs.
  const insert = between.find(({ text }) => requests[kind].insert.test(text));
  return between.find(
    ({ process, text, endedAt }) =>
      insert && process === insert.process && endedAt >= insert.endedAt && requests[kind].commit.test(text),
  );
}

/**
 * Counts the acknowledged requests of a kind, which are sent one after the other, and those whose response left before
 * the log was on disk: without a commit between request and response, or without a completed sync between commit and
 * response.
 */
export function countEarlyResponses(
  calls: readonly SystemCall[],
  engine: keyof typeof syncs,
  kind: keyof typeof requests,
) {
  const sync = syncs[engine];
  const received = calls.filter(({ text }) => /^read\(.*"(GET|POST) \//.test(text));
  const responses = calls.filter(({ text }) => /^writev?\(.*"HTTP\/1\.1 20[02]/.test(text));
  let acknowledged = 0;
  let early = 0;
  for (const response of responses) {
    const request = received.findLast(({ endedAt }) => endedAt <= response.beganAt);
    if (!request || !requests[kind].request.test(request.text)) continue;
    const since = request.endedAt;
    // A server waits for a statement in the call that receives it, so this call may begin before the request.
    const between = calls.filter(({ endedAt }) => endedAt >= since && endedAt <= response.beganAt);
    const committed = commitOf(between, engine, kind);
    acknowledged++;
    if (!committed || !between.some(({ text, beganAt }) => sync.test(text) && beganAt >= committed.endedAt))
      early++;
  }
  return { acknowledged, early };
}
