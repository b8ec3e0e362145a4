import { operatorNameSchema, presetSchema } from '@funnel/contracts/operators';
import { call } from '@funnel/release-kit/client/publish-client';
import { InvalidArgumentError, Option, type Command } from 'commander';

import { failUsage, isoTime, table, wholeNumber, type Run } from './command.ts';

function parseName(text: string): string {
  if (operatorNameSchema.safeParse(text).success) return text;
  throw new InvalidArgumentError(
    'Expected lowercase letters, digits, dots and dashes, at most 40, the first one a letter.',
  );
}

function parsePreset(text: string): string {
  if (presetSchema.safeParse(text).success) return text;
  throw new InvalidArgumentError('Expected viewer, publisher:REMOTE, releaser or admin.');
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
    .option('--preset <preset>', 'viewer, publisher:REMOTE[,REMOTE], releaser or admin', parsePreset)
    // The former name of --preset.
    .addOption(new Option('--role <role>').hideHelp())
    .requiredOption('--days <days>', 'days until it expires, 1 to 365', wholeNumber(1, 365))
    .action((name: string, { preset, role, days }: AddOptions, command: Command) => {
      const chosen = preset ?? (role === 'manager' ? 'admin' : role);
      if (chosen === undefined) failUsage(command, "required option '--preset <preset>' not specified");
      const request = { name, preset: parsePreset(chosen), days };
      return run(async ({ client }) => {
        const data = await call(client, (api) => api.createToken(request));
        const note = `(token of ${data.name}, expires ${isoTime(data.expiresAt)}; it is not shown again)`;
        return { data, text: `${data.token}\n${note}` };
      });
    });

  token
    .command('revoke')
    .description('Revokes a token, its sessions, and the tokens that were created with it.')
    .argument('<id>', 'id from: token list')
    .action((id: string) =>
      run(async ({ client }) => {
        await call(client, (api) => api.revokeToken(id));
        return { data: { id }, text: `revoked the token ${id}, its sessions and the tokens created with it` };
      }),
    );
}
