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
      if (start) calls.push({ text: `${start.text} ${text}`, beganAt: start.beganAt, endedAt: time });
      begun.delete(process);
    } else if (text) {
      const took = Number(/<(\d+\.\d+)>$/.exec(text)?.[1] ?? 0);
      calls.push({ text, beganAt: time, endedAt: time + took });
    }
  }
  return calls.sort((a, b) => a.endedAt - b.endedAt);
}

/** The system calls of a commit, and those that sync the log to the disk. */
const logs = {
  sqlite: { commit: /^pwrite64\(\d+<[^>]*funnel\.db-wal>/, sync: /^f(data)?sync\(\d+<[^>]*funnel\.db-wal>/ },
  postgres: { commit: /^recvfrom\(.*"Q[^"]*commit/, sync: /^f(data)?sync\(\d+<[^>]*pg_wal\// },
} as const;

/**
 * Counts the acknowledged leads, which are sent one after the other, and those whose response left before the log was
 * on disk: without a commit between request and response, or without a completed sync between commit and response.
 */
export function countEarlyResponses(calls: readonly SystemCall[], engine: keyof typeof logs) {
  const { commit, sync } = logs[engine];
  const requests = calls.filter(({ text }) => /^read\(.*"POST \/api\/leads/.test(text));
  const responses = calls.filter(({ text }) => /^writev?\(.*"HTTP\/1\.1 202/.test(text));
  const early = responses.filter((response) => {
    const request = requests.findLast(({ endedAt }) => endedAt <= response.beganAt);
    const since = request?.endedAt ?? Infinity;
    const between = calls.filter(({ beganAt, endedAt }) => beganAt >= since && endedAt <= response.beganAt);
    const committed = calls.findLast(
      ({ text, endedAt }) => endedAt >= since && endedAt <= response.beganAt && commit.test(text),
    );
    return (
      !committed || !between.some(({ text, beganAt }) => sync.test(text) && beganAt >= committed.endedAt)
    );
  });
  return { acknowledged: responses.length, early: early.length };
}
