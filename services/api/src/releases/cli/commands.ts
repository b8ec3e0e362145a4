import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type { ReleaseStatus } from '@funnel/contracts/release';

import * as releases from './release-client.ts';

/** A command line that cannot be understood; the message says what is wrong. */
export class UsageError extends Error {}

/** Every option, as the platform's `parseArgs` wants them. */
export const optionTypes = {
  dir: { type: 'string' },
  url: { type: 'string' },
  to: { type: 'string' },
  note: { type: 'string' },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof optionTypes }>>['values'];

interface Invocation {
  readonly client: releases.ReleaseClient;
  readonly rootFolder: string;
  readonly args: readonly string[];
  readonly options: Options;
}

/** What was done: for programs and for people. */
interface Outcome {
  readonly data: unknown;
  readonly text: string;
}

interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly options: readonly (keyof Options)[];
  /** How many arguments it takes. */
  readonly args: readonly [least: number, most: number];
  run(invocation: Invocation): Promise<Outcome>;
}

const time = (ms: number): string => new Date(ms).toISOString();

/** Rows as columns, each as wide as its widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function statusText({ channel, set }: ReleaseStatus): string {
  if (!set) return `${channel}: nothing is live yet`;
  const members = table(Object.entries(set.members).map(([name, version]) => [`  ${name}`, version]));
  return `${channel}: set ${set.id} (number ${set.number}, made ${time(set.createdAt)})\n${members}`;
}

const statusOutcome = (status: ReleaseStatus): Outcome => ({ data: status, text: statusText(status) });

export const commands: Readonly<Record<string, Command>> = {
  publish: {
    usage: 'publish <remote|shell> [--dir FOLDER | --url ADDRESS]',
    summary: 'stores the build whose remote.json is in the folder (<name>/dist) or at the address',
    options: ['dir', 'url'],
    args: [1, 1],
    async run({ client, rootFolder, args: [name = ''], options: { dir, url } }) {
      if (dir && url) throw new UsageError('Either --dir or --url, not both.');
      const data = url
        ? await releases.publishFrom(client, url, name)
        : await releases.publishBuild(client, dir ? resolve(dir) : resolve(rootFolder, name, 'dist'), name);
      const fate = data.outcome === 'published' ? 'is published' : 'was published before, unchanged';
      return { data, text: `${data.name}@${data.version} ${fate}` };
    },
  },
  status: {
    usage: 'status',
    summary: 'what is live',
    options: [],
    args: [0, 0],
    run: async ({ client }) => statusOutcome(await releases.status(client)),
  },
  list: {
    usage: 'list [remote|shell]',
    summary: 'published versions, newest first',
    options: [],
    args: [0, 1],
    async run({ client, args: [name] }) {
      const data = await releases.listBuilds(client, name);
      const rows = data.builds.map((build) => [
        `${build.name}@${build.version}`,
        time(build.publishedAt),
        build.isLive ? 'live' : '',
      ]);
      return { data, text: table(rows) || 'nothing was published yet' };
    },
  },
  audit: {
    usage: 'audit',
    summary: 'who moved what when and why, newest first',
    options: [],
    args: [0, 0],
    async run({ client }) {
      const data = await releases.audit(client);
      const rows = data.moves.map((move) => [
        time(move.at),
        move.actor,
        move.action,
        `${move.from ?? '-'} -> ${move.to}`,
        move.note,
      ]);
      return { data, text: table(rows) || 'nothing was moved yet' };
    },
  },
  promote: {
    usage: 'promote <name@version> [name@version …] [--note TEXT] [--force]',
    summary: 'makes the versions live, as one set; --force lets live paths go and needs a note',
    options: ['note', 'force'],
    args: [1, 20],
    async run({ client, args, options: { note, force } }) {
      const odd = args.find((change) => !/^[a-z][a-z0-9-]+@\S+$/.test(change));
      if (odd) throw new UsageError(`"${odd}" is not of the form name@version.`);
      return statusOutcome(await releases.promote(client, args, note, force));
    },
  },
  rollback: {
    usage: 'rollback [--to SET] [--note TEXT]',
    summary: 'back to the set before the live one, or to the one named',
    options: ['to', 'note'],
    args: [0, 0],
    run: async ({ client, options: { to, note } }) =>
      statusOutcome(await releases.rollback(client, to, note)),
  },
};

export const usage = [
  'npm run release -- <command> [--json]',
  '',
  table(Object.values(commands).map((command) => [`  ${command.usage}`, command.summary])),
  '',
  'RELEASE_URL       the service (http://127.0.0.1:3000)',
  'OPERATOR_TOKEN    the operator token (else the text of .data/operator-token)',
].join('\n');
