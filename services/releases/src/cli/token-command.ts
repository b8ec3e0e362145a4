import { pathTo } from '@funnel/contracts/endpoint';
import { operatorEndpoints } from '@funnel/contracts/operator-endpoints';
import { newTokenSchema, operatorTokensSchema, tokenRequestSchema } from '@funnel/contracts/operators';
import * as z from 'zod';

import { table, time, UsageError, type Command, type Invocation, type CommandResult } from './command.ts';
import { send, post } from './release-client.ts';

const { listTokens, createToken, revokeToken } = operatorEndpoints;
const usage =
  'token <list | add NAME --preset viewer|publisher:REMOTE|releaser|admin --days DAYS | revoke ID>';

const actions: Readonly<Record<string, (invocation: Invocation) => Promise<CommandResult>>> = {
  async list({ client }) {
    const data = await send(client, listTokens, operatorTokensSchema);
    const rows = data.tokens.map(({ id, name, preset, createdAt, expiresAt, lastUsedAt, madeBy }) => [
      id,
      name,
      preset,
      `created ${time(createdAt)} by ${madeBy ?? 'unknown'}`,
      `expires ${time(expiresAt)}`,
      lastUsedAt === null ? 'never used' : `last used ${time(lastUsedAt)}`,
    ]);
    return { data, text: table(rows) || 'there are no tokens but those of OPERATOR_TOKEN' };
  },
  async add({ client, args: [, name], options: { preset, role, days } }) {
    const request = tokenRequestSchema.safeParse({
      name,
      preset: preset ?? (role === 'manager' ? 'admin' : role),
      days: Number(days),
    });
    if (!request.success) throw new UsageError(`It is: ${usage}\n${z.prettifyError(request.error)}`);
    const data = await post(client, createToken.path, request.data, newTokenSchema);
    return {
      data,
      text: `${data.token}\n(${data.name}'s until ${time(data.expiresAt)}; it is not shown again)`,
    };
  },
  async revoke({ client, args: [, id] }) {
    if (!id) throw new UsageError(`It is: ${usage}`);
    await send(client, { method: 'DELETE', path: pathTo(revokeToken, { id }) }, z.null());
    return { data: { id }, text: `revoked the token ${id}, its sessions, and the tokens that it made` };
  },
};

export const token: Command = {
  usage,
  summary: 'lists, creates and revokes operator tokens',
  options: ['preset', 'role', 'days'],
  args: [1, 2],
  run(invocation) {
    const [name = ''] = invocation.args;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new UsageError(`It is: ${usage}`);
    return action(invocation);
  },
};
