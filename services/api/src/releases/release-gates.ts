import type { RemoteManifest, ShellManifest } from '@funnel/contracts/release';
import { stagePaths } from '@funnel/contracts/stage-paths';
import semver from 'semver';

/** What would be live, and what a gate may need to know to judge it. */
export interface Candidate {
  readonly shell: ShellManifest | null;
  readonly remotes: readonly RemoteManifest[];
  readonly liveRemotes: readonly RemoteManifest[];
  /** Hashes of the candidate's files whose bytes are not stored. */
  readonly missingFiles: ReadonlySet<string>;
  /** Somebody gave a reason why paths or widgets may go. */
  readonly isForced: boolean;
}

/** Says in words why a candidate cannot go live; nothing where it can. */
type Gate = (candidate: Candidate) => readonly string[];

const label = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`;
const widgetNames = ({ name, widgets }: RemoteManifest) =>
  widgets.map((widget) => `${name.replace(/^mfe-/, '')}/${widget}`);

export const servesContract = (shell: ShellManifest, remote: RemoteManifest): boolean =>
  shell.contracts.includes(remote.contract);
export const bringsReact = (shell: ShellManifest, remote: RemoteManifest): boolean =>
  semver.satisfies(shell.react, remote.react);

const shellIsPresent: Gate = ({ shell }) => (shell ? [] : ['The set has no shell.']);

const contractsFit: Gate = ({ shell, remotes }) =>
  remotes
    .filter((remote) => shell && !servesContract(shell, remote))
    .map(
      (remote) =>
        `${label(remote)} was built for contract ${remote.contract}; shell@${shell?.version} serves ${shell?.contracts.join(', ')}.`,
    );

const reactFits: Gate = ({ shell, remotes }) =>
  remotes
    .filter((remote) => shell && !bringsReact(shell, remote))
    .map(
      (remote) =>
        `${label(remote)} needs React ${remote.react}; shell@${shell?.version} brings ${shell?.react}.`,
    );

/** Everything that more than one owner claims, or one owner twice. */
function claimedTwice(
  kind: string,
  remotes: readonly RemoteManifest[],
  claims: (remote: RemoteManifest) => readonly string[],
) {
  const owners = new Map<string, string[]>();
  for (const remote of remotes) {
    for (const claim of claims(remote)) owners.set(claim, [...(owners.get(claim) ?? []), label(remote)]);
  }
  return [...owners]
    .filter(([, names]) => names.length > 1)
    .map(([claim, names]) => `The ${kind} ${claim} has more than one owner: ${names.join(', ')}.`);
}

const pathsHaveOneOwner: Gate = ({ remotes }) => claimedTwice('path', remotes, ({ paths }) => paths);
const widgetsHaveOneOwner: Gate = ({ remotes }) => claimedTwice('widget', remotes, widgetNames);

const stagePathsAreOwned: Gate = ({ remotes }) =>
  Object.values(stagePaths)
    .filter((path) => !remotes.some(({ paths }) => paths.includes(path)))
    .map((path) => `No remote owns ${path}, which other parts of the product lead to.`);

const nothingLiveIsLost: Gate = ({ remotes, liveRemotes, isForced }) => {
  const offered = new Set(remotes.flatMap((remote) => [...remote.paths, ...widgetNames(remote)]));
  return liveRemotes
    .flatMap((remote) => [...remote.paths, ...widgetNames(remote)].map((address) => ({ address, remote })))
    .filter(({ address }) => !isForced && !offered.has(address))
    .map(
      ({ address, remote }) =>
        `${address} of ${label(remote)} is live now and would be lost; --force with a note lets it go.`,
    );
};

const filesAreStored: Gate = ({ shell, remotes, missingFiles }) =>
  [...(shell ? [shell] : []), ...remotes].flatMap((build) =>
    Object.entries(build.files)
      .filter(([, { integrity }]) => missingFiles.has(integrity))
      .map(([path]) => `The bytes of ${path} of ${label(build)} are not stored.`),
  );

/** In the order in which reasons are given. */
const gates: readonly Gate[] = [
  shellIsPresent,
  contractsFit,
  reactFits,
  pathsHaveOneOwner,
  widgetsHaveOneOwner,
  stagePathsAreOwned,
  nothingLiveIsLost,
  filesAreStored,
];

export const reasonsAgainst = (candidate: Candidate): string[] => gates.flatMap((gate) => gate(candidate));
