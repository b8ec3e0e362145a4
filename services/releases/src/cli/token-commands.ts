import { operatorNameSchema, presetSchema, type TokenRegistrations } from '@funnel/contracts/operators';
import { call, checkWith, ReleaseError, type ReleaseClient } from '@funnel/release-kit/client/publish-client';
import { Option, type Command } from 'commander';

import { failUsage, isoTime, parseId, parseWith, table, wholeNumber, type Run } from './command.ts';

const parseName = parseWith(
  operatorNameSchema,
  'Expected lowercase letters, digits, dots and hyphens, at most 40, the first one a letter.',
);
const parsePreset = parseWith(presetSchema, 'Expected viewer, publisher:APP[,APP], releaser or admin.');

/** The service cannot tell a token without registrations from one that never existed. */
const anyId =
  'An id that no token ever had gives this result, too. Check the id with: token list. The ids of revoked tokens are in the service\'s log, in the lines "operator token created" and "operator tokens revoked".';

const checkTokens = checkWith('release token list');
const tokenLost =
  'The token may have been created, and cannot be read again: if "release token list" shows it, revoke it and add another.';

/** The preset of a role, which is its former name. */
const parseRole = (role: string): string => parsePreset(role === 'manager' ? 'admin' : role);

/** Throws `ReleaseError`. That of an unknown token says how to list what it registered before it was revoked. */
async function revokeToken(client: ReleaseClient, id: string): Promise<void> {
  try {
    await call(client, (api) => api.revokeToken(id), checkTokens);
  } catch (error) {
    if (!(error instanceof ReleaseError && error.code === 'not-found')) throw error;
    const hint = `If it was revoked before, this lists what it registered: npm run release -- token registrations ${id}`;
    throw new ReleaseError(`${error.message}\n${hint}`, error.code);
  }
}

/** What is left of a token, one line each, with the command that removes it. */
function registrationsText({ publishers, webhooks }: TokenRegistrations): string {
  const registered = (by: string, isTokenRecorded: boolean) =>
    `registered by ${by}${isTokenRecorded ? '' : ' with a token that was not recorded'}`;
  const rows = [
    ...publishers.map(({ id, app, issuer, repositoryId, workflow, environment, madeBy, isTokenRecorded }) => [
      'publisher',
      app,
      `${workflow} in the environment ${environment} of the repository ${repositoryId} (${issuer})`,
      registered(madeBy, isTokenRecorded),
      `npm run release -- publisher remove ${id}`,
    ]),
    ...webhooks.map(({ name, url, madeBy, isTokenRecorded }) => [
      'webhook',
      name,
      url,
      registered(madeBy, isTokenRecorded),
      `npm run release -- webhook remove ${name}`,
    ]),
  ];
  return rows.length > 0
    ? `These registrations stay after the token is revoked. Remove those that were not agreed to:\n${table(rows)}`
    : 'nothing is left that was registered with a token of this id, or with a token created with it';
}

interface AddOptions {
  readonly preset?: string;
  readonly role?: string;
  readonly days: number;
}

/** Adds `token` with its commands. */
export function addTokenCommands(program: Command, run: Run): void {
  const token = program
    .command('token')
    .summary('list, create and revoke operator tokens')
    .description('Lists, creates and revokes operator tokens.');

  token
    .command('list')
    .description('Lists the tokens. Those of OPERATOR_TOKEN are not listed.')
    .action(() =>
      run(async ({ client }) => {
        const data = await call(client, (api) => api.listTokens());
        const rows = data.tokens.map(({ id, name, preset, createdAt, expiresAt, lastUsedAt, madeBy }) => [
          id,
          name,
          preset,
          `created ${isoTime(createdAt)} by ${madeBy ?? 'unknown'}`,
          `expires ${isoTime(expiresAt)}`,
          lastUsedAt === null ? 'never used' : `last used ${isoTime(lastUsedAt)}`,
        ]);
        return { data, text: table(rows) || 'no tokens besides those of OPERATOR_TOKEN' };
      }),
    );

  token
    .command('add')
    .description('Creates a token and prints it once. The service stores only its hash.')
    .argument('<name>', 'name of the operator, shown in the history', parseName)
    .option('--preset <preset>', 'viewer, publisher:APP[,APP], releaser or admin', parsePreset)
    // The former name of --preset.
    .addOption(new Option('--role <role>').hideHelp().argParser(parseRole))
    .requiredOption('--days <days>', 'days until it expires, 1 to 365', wholeNumber(365))
    .action((name: string, { preset, role, days }: AddOptions, command: Command) => {
      const chosen = preset ?? role;
      if (chosen === undefined) failUsage(command, "required option '--preset <preset>' not specified");
      const request = { name, preset: chosen, days };
      return run(async ({ client }) => {
        const data = await call(client, (api) => api.createToken(request), tokenLost);
        const note = `(token of ${data.name}, expires ${isoTime(data.expiresAt)}; it is not shown again)`;
        return { data, text: `${data.token}\n${note}` };
      });
    });

  token
    .command('revoke')
    .description(
      'Revokes a token, its sessions, and the tokens that were created with it, and lists what they registered.',
    )
    .argument('<id>', 'id from: token list', parseId)
    .action((id: string) =>
      run(async ({ client }) => {
        await revokeToken(client, id);
        const revoked = `revoked the token ${id}, its sessions and the tokens created with it`;
        try {
          const left = await call(client, (api) => api.listRegistrations(id));
          return { data: { id, ...left }, text: `${revoked}\n${registrationsText(left)}` };
        } catch (error) {
          // The token may be the one that this command uses, or its creator.
          if (!(error instanceof ReleaseError)) throw error;
          const warning = `What it registered could not be listed: ${error.message}\nWith another token: npm run release -- token registrations ${id}`;
          return { data: { id }, text: revoked, warnings: [warning] };
        }
      }),
    );

  token
    .command('registrations')
    .description('Lists what a token, or a token created with it, has registered; also after it was revoked.')
    .argument('<id>', 'id from: token list, or that of a revoked token', parseId)
    .action((id: string) =>
      run(async ({ client }) => {
        const data = await call(client, (api) => api.listRegistrations(id));
        const isEmpty = data.publishers.length + data.webhooks.length === 0;
        return { data, text: registrationsText(data), ...(isEmpty && { warnings: [anyId] }) };
      }),
    );
}
