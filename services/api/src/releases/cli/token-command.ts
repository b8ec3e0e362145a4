import {
  newTokenSchema,
  operatorRoles,
  operatorTokensSchema,
  tokenRequestSchema,
} from '@funnel/contracts/operators';
import * as z from 'zod';

import { table, time, UsageError, type Command, type Invocation, type Outcome } from './command.ts';
import { ask, post } from './release-client.ts';

const path = '/api/operator/tokens';
const usage = `token <list | add NAME --role ${operatorRoles.join('|')} --days DAYS | revoke ID>`;

const actions: Readonly<Record<string, (invocation: Invocation) => Promise<Outcome>>> = {
  async list({ client }) {
    const data = await ask(client, { path }, operatorTokensSchema);
    const rows = data.tokens.map(({ id, name, role, createdAt, expiresAt }) => [
      id,
      name,
      role,
      `made ${time(createdAt)}`,
      `until ${time(expiresAt)}`,
    ]);
    return { data, text: table(rows) || 'there are no tokens but those of OPERATOR_TOKEN' };
  },
  async add({ client, args: [, name], options: { role, days } }) {
    const request = tokenRequestSchema.safeParse({ name, role, days: Number(days) });
    if (!request.success) throw new UsageError(`It is: ${usage}\n${z.prettifyError(request.error)}`);
    const data = await post(client, path, request.data, newTokenSchema);
    return {
      data,
      text: `${data.token}\n(${data.name}'s until ${time(data.expiresAt)}; it is not shown again)`,
    };
  },
  async revoke({ client, args: [, id] }) {
    if (!id) throw new UsageError(`It is: ${usage}`);
    await ask(client, { method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` }, z.null());
    return { data: { id }, text: `the token ${id} and its sessions are ended` };
  },
};

export const token: Command = {
  usage,
  summary: 'tokens of operators by name: viewers look, managers also move releases',
  options: ['role', 'days'],
  args: [1, 2],
  run(invocation) {
    const [name = ''] = invocation.args;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new UsageError(`It is: ${usage}`);
    return action(invocation);
  },
};
