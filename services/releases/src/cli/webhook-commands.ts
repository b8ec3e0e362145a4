import { call, checkWith } from '@funnel/release-kit/client/publish-client';
import type { Command } from 'commander';

import { remoteArgument, type Run } from './command.ts';

const secretLost =
  'The change may have been made, and the secret is lost: run the command again, which prints another secret.';

/** Adds `webhook` with its commands. */
export function addWebhookCommands(program: Command, run: Run): void {
  const webhook = program
    .command('webhook')
    .summary('manage where the team of an app is notified about it')
    .description(
      'Registers, shows and removes the URL that is notified when an app is promoted, fails, or is rolled back.',
    );

  webhook
    .command('set')
    .description('Registers the URL, and prints its new secret, which cannot be read again.')
    .argument(...remoteArgument('app'))
    .argument('<url>', 'URL that receives the events')
    .action((app: string, url: string) =>
      run(async ({ client }) => {
        const data = await call(client, (api) => api.setTeamWebhook(app, { url }), secretLost);
        return { data, text: data.secret, warnings: data.warning ? [data.warning] : [] };
      }),
    );

  webhook
    .command('show')
    .description('Prints the URL, and who registered it.')
    .argument(...remoteArgument('app'))
    .action((app: string) =>
      run(async ({ client }) => {
        const data = await call(client, (api) => api.readTeamWebhook(app));
        return { data, text: `${data.url}  registered by ${data.madeBy}` };
      }),
    );

  webhook
    .command('remove')
    .description('Ends the events, with those that still wait to be sent.')
    .argument(...remoteArgument('app'))
    .action((app: string) =>
      run(async ({ client }) => {
        await call(client, (api) => api.removeTeamWebhook(app), checkWith(`release webhook show ${app}`));
        return { data: { app }, text: `removed the webhook of ${app}` };
      }),
    );
}
