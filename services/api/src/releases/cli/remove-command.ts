import { UsageError, type Command } from './command.ts';
import { createSetWithout, removeRemote } from './release-client.ts';

/** Takes a remote out of what is live, or creates the set without it so that it can be certified first. */
export const remove: Command = {
  usage: 'remove <remote> [--create-only] [--move-visitors] [--note TEXT] [--force --reason TEXT]',
  summary:
    'makes a set without the remote live; --create-only prints the id of that set instead, for certify and preview',
  options: ['create-only', 'move-visitors', 'note', 'force', 'reason'],
  args: [1, 1],
  async run({ client, args: [name = ''], options }) {
    const { force, reason, 'create-only': createOnly, 'move-visitors': withdraw } = options;
    if (createOnly) {
      const data = await createSetWithout(client, name);
      return { data, text: data.id };
    }
    if (force !== (reason !== undefined || undefined))
      throw new UsageError('--force needs a --reason, and nothing else does.');
    const note = [options.note, reason].filter(Boolean).join('; ') || undefined;
    const data = await removeRemote(client, name, { note, force, withdraw });
    return { data, text: `removed ${name}; set ${data.set?.id} (number ${data.set?.number}) is live` };
  },
};
