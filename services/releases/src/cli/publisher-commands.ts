import { call } from '@funnel/release-kit/client/publish-client';
import { InvalidArgumentError, type Command } from 'commander';

import { table, type Run } from './command.ts';

interface AddOptions {
  readonly issuer: string;
  readonly repositoryId: string;
  readonly workflow: string;
  readonly environment: string;
}

function digits(text: string): string {
  if (/^\d+$/.test(text)) return text;
  throw new InvalidArgumentError('It must be digits.');
}

/** Adds `publisher` with its commands. */
export function addPublisherCommands(program: Command, run: Run): void {
  const publisher = program
    .command('publisher')
    .summary('list, add and remove workflows that publish without a token')
    .description('Lists, adds and removes the workflows whose identity tokens publish one app each.');

  publisher
    .command('list')
    .description('Lists the workflows that may publish.')
    .action(() =>
      run(async ({ client }) => {
        const data = await call(client, (api) => api.listPublishers());
        const rows = data.publishers.map((one) => [
          one.id,
          one.app,
          one.issuer,
          `repository ${one.repositoryId}`,
          one.workflow,
          `environment ${one.environment}`,
          `added by ${one.madeBy}`,
        ]);
        return { data, text: table(rows) || 'no workflows may publish' };
      }),
    );

  publisher
    .command('add')
    .description('Lets one workflow in one environment of a repository publish one app, and nothing else.')
    .argument('<app>', 'name of a remote, such as mfe-survey')
    .requiredOption(
      '--repository-id <number>',
      'number of the repository: gh api repos/OWNER/NAME --jq .id',
      digits,
    )
    .requiredOption('--environment <name>', 'environment of the job, which protects who may run it')
    .option('--workflow <file>', 'path of the workflow', '.github/workflows/publish.yml')
    .option('--issuer <url>', 'issuer of its tokens', 'https://token.actions.githubusercontent.com')
    .action((app: string, { issuer, repositoryId, workflow, environment }: AddOptions) =>
      run(async ({ client }) => {
        const request = { app, issuer, repositoryId, workflow, environment };
        const data = await call(client, (api) => api.addPublisher(request));
        return {
          data,
          text: `${data.workflow} of the repository ${data.repositoryId} may publish ${data.app} in the environment ${data.environment} (${data.id})`,
        };
      }),
    );

  publisher
    .command('remove')
    .description('Ends what publisher add allowed, at once.')
    .argument('<id>', 'id from: publisher list')
    .action((id: string) =>
      run(async ({ client }) => {
        await call(client, (api) => api.removePublisher(id));
        return { data: { id }, text: `removed the publisher ${id}` };
      }),
    );
}
