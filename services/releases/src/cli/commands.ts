import { resolve } from 'node:path';

import type { ReleaseStatus, ReleaseSetRecord } from '@funnel/contracts/release-management';

import { findBuildFolder } from './build-folder.ts';
import { table, time, UsageError, type Command, type CommandResult } from './command.ts';
import * as releases from './release-client.ts';
import { changesFrom, setCommands } from './set-commands.ts';
import { token } from './token-command.ts';

/** `10` or `10%`. Throws `UsageError`. */
function percentFrom(text: string): number {
  const percent = Number(text.replace(/\s*%$/, ''));
  if (Number.isInteger(percent) && percent >= 1 && percent <= 99) return percent;
  throw new UsageError(`"${text}" is not a share: a whole number from 1 to 99.`);
}

function statusText({ channel, set, canary }: ReleaseStatus): string {
  if (!set) return `${channel}: nothing is live yet`;
  const title = `${channel}: set ${set.id} (number ${set.number}, made ${time(set.createdAt)})`;
  const head = canary && [
    ['', 'stable', `canary ${canary.set.id}, ${canary.percent} % since ${time(canary.startedAt)}`],
  ];
  const members = Object.entries(set.members).map(([name, version]) => {
    const other = canary?.set.members[name] ?? '';
    return [`  ${name}`, version, other === version ? '' : other];
  });
  return `${title}\n${table([...(head ?? []), ...members])}`;
}

const setText = ({ id, number }: ReleaseSetRecord): string => `set ${id} (number ${number})`;

const statusOutcome = (status: ReleaseStatus): CommandResult => ({ data: status, text: statusText(status) });

export const commands: Readonly<Record<string, Command>> = {
  publish: {
    usage: 'publish <remote|shell> [--dir FOLDER | --url ADDRESS]',
    summary:
      'stores the build whose remote.json is in the folder (<name>/dist), seen from here or from <name>, or at the address',
    options: ['dir', 'url'],
    args: [1, 1],
    async run({ client, rootFolder, args: [name = ''], options: { dir, url } }) {
      if (dir && url) throw new UsageError('Either --dir or --url, not both.');
      const folder = dir ? findBuildFolder({ rootFolder, name, dir }) : resolve(rootFolder, name, 'dist');
      const data = url
        ? await releases.publishFrom(client, url, name)
        : await releases.publishBuild(client, folder, name);
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
      const rows = data.deployments.map((move) => [
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
    usage:
      'promote <name@version> [name@version …] [--canary PERCENT] [--move-visitors] [--note TEXT] [--force --reason TEXT]',
    summary:
      'makes the versions live, as one set, for all or a share of new visitors; --move-visitors takes those in mid-funnel along; --force overrules those gates that can be',
    options: ['canary', 'move-visitors', 'note', 'force', 'reason'],
    args: [1, 20],
    async run({ client, args, options: { canary, note, force, reason, 'move-visitors': withdraw } }) {
      if (force !== (reason !== undefined || undefined))
        throw new UsageError('--force needs a --reason, and nothing else does.');
      const changes = changesFrom(args);
      const share = canary === undefined ? undefined : percentFrom(canary);
      const text = [note, reason].filter(Boolean).join('; ') || undefined;
      const options = { note: text, force, withdraw, canary: share };
      return statusOutcome(await releases.promote(client, changes, options));
    },
  },
  ...setCommands,
  canary: {
    usage: 'canary <PERCENT|stop> [--note TEXT]',
    summary: 'widens the canary, or takes it back',
    options: ['note'],
    args: [1, 1],
    async run({ client, args: [way = ''], options: { note } }) {
      if (way === 'stop') return statusOutcome(await releases.updateCanary(client, { action: 'stop', note }));
      const percent = percentFrom(way);
      return statusOutcome(await releases.updateCanary(client, { action: 'widen', percent, note }));
    },
  },
  finish: {
    usage: 'finish [--note TEXT]',
    summary: 'makes the canary what every new visitor gets',
    options: ['note'],
    args: [0, 0],
    run: async ({ client, options: { note } }) =>
      statusOutcome(await releases.updateCanary(client, { action: 'finish', note })),
  },
  preview: {
    usage: 'preview <SET>',
    summary: 'a link, good for a day, that shows a set to whoever opens it',
    options: [],
    args: [1, 1],
    async run({ client, args: [setId = ''] }) {
      const data = await releases.preview(client, setId);
      return { data, text: `${data.url}\n(until ${time(data.expiresAt)})` };
    },
  },
  rollback: {
    usage: 'rollback [--to SET] [--note TEXT]',
    summary: 'back to the set before the live one, or to the one named',
    options: ['to', 'note'],
    args: [0, 0],
    async run({ client, options: { to, note } }) {
      const { set: from } = await releases.status(client);
      const data = await releases.rollback(client, to, note, from?.id);
      const way = [from, data.set].map((set) => (set ? setText(set) : '-')).join(' -> ');
      return { data, text: `rolled back: ${way}\n${statusText(data)}` };
    },
  },
  token,
};

export const usage = [
  'npm run release -- <command> [--json]',
  '',
  table(Object.values(commands).map((command) => [`  ${command.usage}`, command.summary])),
  '',
  'RELEASE_URL       the operators’ address of the service (http://127.0.0.1:3001, or OPERATOR_PORT)',
  'OPERATOR_TOKEN    the operator token (else the text of .data/operator-token)',
].join('\n');
