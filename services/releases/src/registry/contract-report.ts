import { acceptedUntil, type ContractVersion } from '@funnel/contracts/contract-versions';
import type { Manifest } from '@funnel/contracts/release';
import type { ContractReport } from '@funnel/contracts/release-management';

import type { Queries } from '../platform/database.ts';
import { readStatus } from '../sets/release-repository.ts';
import { listBuilds, type SummarizeBuild } from './build-repository.ts';

/** States which published remotes use which contract, and until when it is accepted. */
export async function readContractReport(
  db: Queries,
  summarizeBuild: SummarizeBuild,
  versions: readonly ContractVersion[],
): Promise<ContractReport> {
  const { set: stable, canary } = await readStatus(db);
  // What visitors get is named, however many newer versions are stored.
  const inUse = [stable, canary?.set].flatMap((set) => Object.entries(set?.members ?? {}));
  const stored = (await listBuilds(db)).map(({ name, version }) => [name, version] as const);
  const all = new Map([...stored, ...inUse].map((member) => [member.join('@'), member]));
  const builds = await Promise.all(
    [...all.values()].map(async ([name, version]) => {
      const isLive = stable?.members[name] === version;
      const isCanary = canary?.set.members[name] === version;
      const state = isLive ? ('live' as const) : isCanary ? ('canary' as const) : ('stored' as const);
      return { name, version, state, contracts: (await summarizeBuild({ name, version })).contracts };
    }),
  );
  const remotes = builds.filter(({ name }) => name !== 'shell');
  const served = builds.find(({ name, state }) => name === 'shell' && state === 'live')?.contracts ?? [];
  const numbers = new Set([
    ...versions.map(({ contract }) => contract),
    ...builds.flatMap(({ contracts }) => contracts),
  ]);
  return {
    contracts: [...numbers]
      .toSorted((a, b) => a - b)
      .map((contract) => ({
        contract,
        acceptedUntil: acceptedUntil(versions, contract),
        isServed: served.includes(contract),
        remotes: remotes
          .filter(({ contracts }) => contracts.includes(contract))
          .map(({ name, version, state }) => ({ name, version, state })),
      })),
  };
}

/** Why a build cannot go live, if it is a remote for a contract that no published shell serves. Undefined also if there is no shell. */
export async function describeUnservedContract(
  db: Queries,
  summarizeBuild: SummarizeBuild,
  build: Manifest,
): Promise<string | undefined> {
  if (build.kind === 'shell') return undefined;
  const shells = await listBuilds(db, 'shell');
  // The newest is first, and most often serves it.
  for (const shell of shells) {
    if ((await summarizeBuild(shell)).contracts.includes(build.contract)) return undefined;
  }
  return shells.length === 0
    ? undefined
    : `${build.name}@${build.version} was built for contract ${build.contract}, which no published shell serves, so it cannot go live yet.`;
}
