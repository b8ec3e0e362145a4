import { trustedPublisherRequestSchema, type TrustedPublisherRequest } from '@funnel/contracts/operators';
import { call, checkWith } from '@funnel/release-kit/client/publish-client';
import type { Command } from 'commander';

import { parseId, parseWith, remoteArgument, table, type Run } from './command.ts';

const { repositoryId, workflow, issuer } = trustedPublisherRequestSchema.shape;
const githubIssuer = 'https://token.actions.githubusercontent.com';

const parseRepositoryId = parseWith(repositoryId, 'It must be digits. Example: --repository-id 1296269');
const parseWorkflow = parseWith(
  workflow,
  'It must be a path in .github/workflows. Example: --workflow .github/workflows/publish.yml',
);
/** An issuer on this machine may have http. */
const parseIssuer = parseWith(issuer, `It must be a URL with https. Example: --issuer ${githubIssuer}`);
const checkPublishers = checkWith('release publisher list');

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
    .argument(...remoteArgument('app'))
    .requiredOption(
      '--repository-id <number>',
      'number of the repository: gh api repos/OWNER/NAME --jq .id',
      parseRepositoryId,
    )
    .requiredOption('--environment <name>', 'environment of the job, which protects who may run it')
    .option('--workflow <file>', 'path of the workflow', parseWorkflow, '.github/workflows/publish.yml')
    .option('--issuer <url>', 'issuer of its tokens', parseIssuer, githubIssuer)
    .action((app: string, options: Omit<TrustedPublisherRequest, 'app'>) =>
      run(async ({ client }) => {
        const data = await call(client, (api) => api.addPublisher({ app, ...options }), checkPublishers);
        return {
          data,
          text: `${data.workflow} of the repository ${data.repositoryId} may publish ${data.app} in the environment ${data.environment} (${data.id})`,
        };
      }),
    );

  publisher
    .command('remove')
    .description('Ends what publisher add allowed, at once.')
    .argument('<id>', 'id from: publisher list', parseId)
    .action((id: string) =>
      run(async ({ client }) => {
        await call(client, (api) => api.removePublisher(id), checkPublishers);
        return { data: { id }, text: `removed the publisher ${id}` };
      }),
    );
}
