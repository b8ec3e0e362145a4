import { maxCanaryPercent, type CanaryStage } from '@funnel/contracts/canary-stages';
import { maxAuditEntries, type CanaryRequest } from '@funnel/contracts/release-management';
import { call, safeToRepeat } from '@funnel/release-kit/client/publish-client';
import { InvalidArgumentError, type Command } from 'commander';

import {
  failUsage,
  isoTime,
  parseId,
  percent,
  remoteArgument,
  stages,
  table,
  wholeNumber,
  type Run,
  checkVersions,
} from './command.ts';
import { changeCanary, exchangeText, promotionResult, replaceLive, titledResult } from './deploy.ts';
import { deprecationWarnings, statusResult } from './status-text.ts';

const noteOption = ['--note <text>', 'why; it is stored in the history'] as const;
const fromOption = [
  '--from <set>',
  'id of the live set, from: status. Rejected if another set is live',
  parseId,
] as const;
const canaryOption = [
  '--set <set>',
  'id of the canary, from: status. Rejected if another set is the canary',
  parseId,
] as const;

interface ForceOptions {
  readonly from?: string;
  readonly moveVisitors?: true;
  readonly note?: string;
  readonly force?: true;
  readonly reason?: string;
}

interface PromoteOptions extends ForceOptions {
  readonly canary?: number;
  readonly stages?: CanaryStage[];
}

interface CanaryOptions {
  readonly set?: string;
  readonly note?: string;
}

interface RollbackOptions {
  readonly to?: string;
  readonly from?: string;
  readonly note?: string;
}

interface RemoveOptions extends ForceOptions {
  readonly createOnly?: true;
}

/** Warns of a promotion that found its set already live. */
const unchanged = 'This set was live already: nothing was changed, and no note was stored.';

const moveVisitorsOption = ['--move-visitors', 'also move visitors in the middle of the funnel'] as const;
const forceOption = ['--force', 'override the failed gates that can be overridden; needs --reason'] as const;
const reasonOption = ['--reason <text>', 'why the gates are overridden'] as const;

/** The options of a promotion as the service reads them. Ends with a usage error if `--force` lacks its reason. */
function promotionOptions(command: Command, { note, force, reason, moveVisitors }: ForceOptions) {
  if ((force ?? false) !== (reason !== undefined))
    failUsage(command, '--force and --reason need each other.');
  return { note: [note, reason].filter(Boolean).join('; ') || undefined, force, withdraw: moveVisitors };
}

const canaryActions = {
  stop: 'stop',
  abort: 'stop',
  promote: 'finish',
  hold: 'hold',
  resume: 'resume',
} as const;
const isCanaryAction = (text: string): text is keyof typeof canaryActions =>
  Object.hasOwn(canaryActions, text);

/** Adds the commands that read and change what is live. */
export function addDeploymentCommands(program: Command, run: Run): void {
  program
    .command('status')
    .summary('show what is live')
    .description('Shows the stable set, and the canary if one is running.')
    .action(() => run(async ({ client }) => statusResult(await call(client, (api) => api.readStatus()))));

  program
    .command('audit')
    .alias('history')
    .summary('list what was deployed, published and deprecated')
    .description(
      `Lists what was deployed, published and deprecated, newest first: time, operator or repository, action, sets or version, and note. It has the newest ${maxAuditEntries} deployments and the newest ${maxAuditEntries} changes of the versions of each app.`,
    )
    .option(
      '--limit <number>',
      'only the newest deployments, and as many changes of versions',
      wholeNumber(maxAuditEntries),
    )
    .action(({ limit }: { readonly limit?: number }) =>
      run(async ({ client }) => {
        const audit = await call(client, (api) => api.readAudit());
        const data = {
          ...audit,
          deployments: audit.deployments.slice(0, limit),
          versions: audit.versions.slice(0, limit),
        };
        const deployments = data.deployments.map(({ from, to, ...entry }) => ({
          ...entry,
          subject: `${from ?? '-'} -> ${to}${entry.percent === null ? '' : ` at ${entry.percent} %`}`,
        }));
        const versions = data.versions.map(({ name, version, source, ...entry }) => ({
          ...entry,
          subject: `${name}@${version}`,
          note: source ? `${source.repository}, commit ${source.commit}, run ${source.run}` : entry.note,
        }));
        const rows = [...deployments, ...versions]
          .sort((one, other) => other.at - one.at)
          .map(({ at, actor, action, subject, note }) => [isoTime(at), actor, action, subject, note]);
        return { data, text: table(rows) || 'no deployments yet' };
      }),
    );

  program
    .command('promote')
    .summary('make versions live')
    .description('Makes the versions live as one release set, for all new visitors or as a canary.')
    .argument('<version...>', 'name@version, such as mfe-quiz@1.1.0')
    .option(
      '--canary <percent>',
      `start a canary with this share of new visitors, 1 to ${maxCanaryPercent}`,
      percent,
    )
    .option(
      '--stages <list>',
      'start a canary that increases automatically and is promoted at the end, such as 10:2h,50:1d',
      stages,
    )
    .option(...fromOption)
    .option(...moveVisitorsOption)
    .option(...noteOption)
    .option(...forceOption)
    .option(...reasonOption)
    .action((versions: string[], options: PromoteOptions, command: Command) => {
      checkVersions(command, versions);
      const isCanary = options.canary !== undefined || options.stages !== undefined;
      if (options.canary !== undefined && options.stages)
        failUsage(command, '--canary and --stages cannot be combined.');
      if (isCanary && options.moveVisitors)
        failUsage(command, '--move-visitors is for all new visitors. It cannot be combined with a canary.');
      const promotion = {
        changes: versions,
        canary: options.canary,
        stages: options.stages,
        ...promotionOptions(command, options),
      };
      return run(async ({ client }) => {
        const { before, status } = await replaceLive(client, options.from, (api, live) =>
          api.promote({ ...promotion, live }),
        );
        const isUnchanged = !isCanary && before !== null && before.id === status.set?.id;
        if (!isUnchanged) return promotionResult(before, 'promoted', status);
        const result = statusResult(status);
        return { ...result, warnings: [unchanged, ...result.warnings] };
      });
    });

  program
    .command('remove')
    .summary('take a remote out of the live set')
    .description('Makes the live set without the remote live, for all new visitors.')
    .argument(...remoteArgument('remote'))
    .option('--create-only', 'only create that set and print its id, for certify and preview')
    .option(...fromOption)
    .option(...moveVisitorsOption)
    .option(...noteOption)
    .option(...forceOption)
    .option(...reasonOption)
    .action((name: string, options: RemoveOptions, command: Command) => {
      if (options.from !== undefined && options.createOnly)
        failUsage(command, '--from is for a promotion. It cannot be combined with --create-only.');
      const promotion = promotionOptions(command, options);
      const request = { changes: [], remove: [name] };
      return run(async ({ client }) => {
        if (options.createOnly) {
          const data = await call(client, (api) => api.createSet(request), safeToRepeat);
          return { data, text: data.id, warnings: deprecationWarnings(data) };
        }
        const { before, status } = await replaceLive(client, options.from, (api, live) =>
          api.promote({ ...request, ...promotion, live }),
        );
        return promotionResult(before, `removed ${name}`, status);
      });
    });

  program
    .command('canary')
    .summary('increase, hold, stop or promote the canary')
    .description(
      'Increases the share of the canary, holds or resumes its stages, stops it, or promotes it to all new visitors.',
    )
    .argument(
      '<change>',
      `a percentage from 1 to ${maxCanaryPercent}, hold or resume, stop (or abort), or promote (the same as finish)`,
    )
    .option(...canaryOption)
    .option(...noteOption)
    .action((change: string, { set, note }: CanaryOptions, command: Command) => {
      const request: CanaryRequest = isCanaryAction(change)
        ? { action: canaryActions[change], set, note }
        : { action: 'widen', percent: parseShare(command, change), set, note };
      return run(async ({ client }) => changeCanary(client, request));
    });

  program
    .command('finish')
    .summary('promote the canary')
    .description('Makes the canary the stable set for all new visitors. The same as: canary promote')
    .option(...canaryOption)
    .option(...noteOption)
    .action(({ set, note }: CanaryOptions) =>
      run(async ({ client }) => changeCanary(client, { action: 'finish', set, note })),
    );

  program
    .command('rollback')
    .summary('go back to an earlier stable set')
    .description('Goes back to the previous stable set, or to the one named. A running canary is stopped.')
    .option('--to <set>', 'id of an earlier stable set', parseId)
    .option(...fromOption)
    .option(...noteOption)
    .action(({ to, from, note }: RollbackOptions) =>
      run(async ({ client }) => {
        const { before, status } = await replaceLive(client, from, (api, live) =>
          api.rollBack({ to, note, live }),
        );
        return titledResult(`rolled back: ${exchangeText(before, status.set)}`, status);
      }),
    );
}

function parseShare(command: Command, text: string): number {
  try {
    return percent(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return failUsage(
      command,
      `Expected a whole number from 1 to ${maxCanaryPercent}, hold, resume, stop or promote, got "${text}".`,
    );
  }
}
