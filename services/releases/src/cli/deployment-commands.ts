import type { ReleaseSetRecord } from '@funnel/contracts/release-management';
import { InvalidArgumentError, type Command } from 'commander';

import { failUsage, isoTime, percent, table, type Run } from './command.ts';
import {
  audit,
  createSetWithout,
  promote,
  removeRemote,
  rollback,
  status,
  updateCanary,
} from './release-client.ts';
import { statusResult, statusText } from './status-text.ts';
import { checkVersions } from './versions.ts';

const noteOption = ['--note <text>', 'why; it is stored in the history'] as const;

interface ForceOptions {
  readonly moveVisitors?: true;
  readonly note?: string;
  readonly force?: true;
  readonly reason?: string;
}

interface PromoteOptions extends ForceOptions {
  readonly canary?: number;
}

interface RemoveOptions extends ForceOptions {
  readonly createOnly?: true;
}

const moveVisitorsOption = ['--move-visitors', 'also move visitors in the middle of the funnel'] as const;
const forceOption = ['--force', 'override the failed gates that can be overridden; needs --reason'] as const;
const reasonOption = ['--reason <text>', 'why the gates are overridden'] as const;

/** The options of a promotion as the service reads them. Ends with a usage error if `--force` lacks its reason. */
function promotionOptions(command: Command, { note, force, reason, moveVisitors }: ForceOptions) {
  if ((force ?? false) !== (reason !== undefined))
    failUsage(command, '--force and --reason need each other.');
  return { note: [note, reason].filter(Boolean).join('; ') || undefined, force, withdraw: moveVisitors };
}

const canaryActions = { stop: 'stop', abort: 'stop', promote: 'finish' } as const;
const isCanaryAction = (text: string): text is keyof typeof canaryActions =>
  Object.hasOwn(canaryActions, text);

const setLabel = ({ id, number }: ReleaseSetRecord): string => `set ${id} (number ${number})`;

/** Adds the commands that read and change what is live. */
export function addDeploymentCommands(program: Command, run: Run): void {
  program
    .command('status')
    .summary('show what is live')
    .description('Shows the stable set, and the canary if one is running.')
    .action(() => run(async ({ client }) => statusResult(await status(client))));

  program
    .command('audit')
    .alias('history')
    .summary('list the deployments')
    .description('Lists the deployments, newest first: time, operator, action, sets and note.')
    .action(() =>
      run(async ({ client }) => {
        const data = await audit(client);
        const rows = data.deployments.map(({ at, actor, action, from, to, note }) => [
          isoTime(at),
          actor,
          action,
          `${from ?? '-'} -> ${to}`,
          note,
        ]);
        return { data, text: table(rows) || 'no deployments yet' };
      }),
    );

  program
    .command('promote')
    .summary('make versions live')
    .description('Makes the versions live as one release set, for all new visitors or as a canary.')
    .argument('<version...>', 'name@version, such as mfe-quiz@1.1.0')
    .option('--canary <percent>', 'start a canary with this share of new visitors, 1 to 99', percent)
    .option(...moveVisitorsOption)
    .option(...noteOption)
    .option(...forceOption)
    .option(...reasonOption)
    .action((versions: string[], options: PromoteOptions, command: Command) => {
      checkVersions(command, versions);
      const { canary } = options;
      const promotion = { canary, ...promotionOptions(command, options) };
      return run(async ({ client }) => statusResult(await promote(client, versions, promotion)));
    });

  program
    .command('remove')
    .summary('take a remote out of the live set')
    .description('Makes the live set without the remote live, for all new visitors.')
    .argument('<remote>', 'name of a remote, such as mfe-survey')
    .option('--create-only', 'only create that set and print its id, for certify and preview')
    .option(...moveVisitorsOption)
    .option(...noteOption)
    .option(...forceOption)
    .option(...reasonOption)
    .action((name: string, options: RemoveOptions, command: Command) => {
      const promotion = promotionOptions(command, options);
      return run(async ({ client }) => {
        if (!options.createOnly) return statusResult(await removeRemote(client, name, promotion));
        const data = await createSetWithout(client, name);
        return { data, text: data.id };
      });
    });

  program
    .command('canary')
    .summary('increase, abort or promote the canary')
    .description('Increases the share of the canary, aborts it, or promotes it to all new visitors.')
    .argument('<change>', 'a percentage from 1 to 99, abort (or stop), or promote (the same as finish)')
    .option(...noteOption)
    .action((change: string, { note }: { readonly note?: string }, command: Command) => {
      if (isCanaryAction(change)) {
        const action = canaryActions[change];
        return run(async ({ client }) => statusResult(await updateCanary(client, { action, note })));
      }
      const share = sharedPercent(command, change);
      return run(async ({ client }) =>
        statusResult(await updateCanary(client, { action: 'widen', percent: share, note })),
      );
    });

  program
    .command('finish')
    .summary('promote the canary')
    .description('Makes the canary the stable set for all new visitors. The same as: canary promote')
    .option(...noteOption)
    .action(({ note }: { readonly note?: string }) =>
      run(async ({ client }) => statusResult(await updateCanary(client, { action: 'finish', note }))),
    );

  program
    .command('rollback')
    .summary('go back to an earlier stable set')
    .description('Goes back to the previous stable set, or to the one named. A running canary is aborted.')
    .option('--to <set>', 'id of an earlier stable set')
    .option(...noteOption)
    .action(({ to, note }: { readonly to?: string; readonly note?: string }) =>
      run(async ({ client }) => {
        const { set: from } = await status(client);
        const data = await rollback(client, to, note, from?.id);
        const sets = [from, data.set].map((set) => (set ? setLabel(set) : '-')).join(' -> ');
        return { data, text: `rolled back: ${sets}\n${statusText(data)}` };
      }),
    );
}

function sharedPercent(command: Command, text: string): number {
  try {
    return percent(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return failUsage(command, `Expected a whole number from 1 to 99, abort or promote, got "${text}".`);
  }
}
