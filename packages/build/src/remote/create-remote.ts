import { existsSync } from 'node:fs';

import { whyUnusable, type NewRemote } from '@funnel/create-remote/write-remote';

import { readRemoteDefinition } from '../read-definition.ts';
import { inRoot, remoteNames } from '../repository.ts';

/** Every path of the remotes in the repository, with the remote that owns it. */
export async function readPathOwners(): Promise<ReadonlyMap<string, string>> {
  const owned = remoteNames.map(async (name) => {
    const { paths } = await readRemoteDefinition(name);
    return paths.map((path) => [path, name] as const);
  });
  return new Map((await Promise.all(owned)).flat());
}

/** Returns why the remote cannot be created in the repository, or null. */
export function whyUnusableInRepository(
  { name, path }: NewRemote,
  owners: ReadonlyMap<string, string>,
): string | null {
  const reason = whyUnusable({ name, path });
  if (reason) return reason;
  if (existsSync(inRoot(`mfe-${name}`))) return `The folder mfe-${name} exists already.`;
  const owner = owners.get(path);
  return owner ? `${path} belongs to ${owner}.` : null;
}

/** The text of CODEOWNERS with one line more, after the other remotes: the team has the remote's name. */
export function withOwner(codeowners: string, name: string): string {
  const lines = codeowners.split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('/mfe-'));
  const [organization = '@candela'] = /@[\w-]+(?=\/)/.exec(lines[last] ?? '') ?? [];
  const owner = `${`/mfe-${name}/`.padEnd(28)} ${organization}/${name}`;
  return lines.toSpliced(last + 1, 0, owner).join('\n');
}
