import {
  versionedName,
  type Manifest,
  type RemoteManifest,
  type ShellManifest,
  type StoredState,
} from '@funnel/contracts/release';
import type { ReleaseSetRecord } from '@funnel/contracts/release-management';
import { stagePaths } from '@funnel/contracts/stage-paths';
import semver from 'semver';

import { maxParsed, type StoredFile } from './inspect-bytes.ts';
import { sizeBudgets } from './size-budgets.ts';

interface Builds {
  readonly shell: ShellManifest | null;
  readonly remotes: readonly RemoteManifest[];
}

/** A set that may go live, with everything that the gates need. */
export interface Candidate extends Builds {
  readonly setId: string;
  readonly live: Builds;
  /** Reasons why some of its members could not be read. */
  readonly unreadable: readonly string[];
  /** Disallowed content of its builds. */
  readonly contentFindings: ReadonlyMap<Manifest, readonly string[]>;
  /** The stored files by hash. */
  readonly files: ReadonlyMap<string, StoredFile>;
  /** The smoke test result, if certification is required. */
  readonly certification: 'not-required' | ReleaseSetRecord['certification'];
}

/** Returns the reasons why a candidate must not go live, or none. */
type Gate = (candidate: Candidate) => readonly string[];

/** A reason against a set. Some can be overridden with a note. */
export interface Finding {
  readonly reason: string;
  readonly isOverridable: boolean;
}

const label = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`;
const list = (parts: readonly string[]) => parts.join(', ');
const inKilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`;
const buildsOf = ({ shell, remotes }: Builds): Manifest[] => [...(shell ? [shell] : []), ...remotes];
const widgetNames = ({ name, widgets }: RemoteManifest) =>
  widgets.map((widget) => `${name.replace(/^mfe-/, '')}/${widget}`);

/** Scripts and styles, which browsers run or apply only with a hash. */
export const isCode = (type: string): boolean => /javascript|^text\/css/.test(type);
export const servesContract = (shell: ShellManifest, remote: RemoteManifest): boolean =>
  shell.contracts.includes(remote.contract);
export const providesReact = (shell: ShellManifest, remote: RemoteManifest): boolean =>
  semver.satisfies(shell.react, remote.react);

const shellIsPresent: Gate = ({ shell }) =>
  shell ? [] : ['The set has no shell. Promote one with it, such as shell@1.0.0.'];

const membersAreReadable: Gate = ({ unreadable }) => unreadable;

const contentIsAllowed: Gate = ({ contentFindings }) =>
  [...contentFindings].flatMap(([build, findings]) =>
    findings.map((finding) => `${label(build)}: ${finding} Fix it and publish another version.`),
  );

/** Files that a build loads, or that look like code, but have no hash. Browsers reject them. */
export function filesWithoutHash(build: Manifest, files?: Candidate['files']): string[] {
  const translated = Object.values(build.locales ?? {}).flatMap(({ preload }) => preload);
  const named = [build.entry, ...(build.kind === 'remote' ? build.preload : []), ...translated];
  const listed = Object.entries(build.files);
  const code = listed.filter(([path]) => /\.(m?js|css)$/.test(path)).map(([path]) => path);
  const loaded = listed.flatMap(([, { integrity }]) => files?.get(integrity)?.loads ?? []);
  return [...new Set([...named, ...code, ...loaded])]
    .filter((path) => !Object.hasOwn(build.files, path) || !isCode(build.files[path]?.type ?? ''))
    .map(
      (path) =>
        `${label(build)} loads ${path}, but lists no hash for it as a script or style. Build it again with the repository’s own build, and publish that.`,
    );
}

const loadedFilesHaveHashes: Gate = (candidate) =>
  buildsOf(candidate).flatMap((build) => filesWithoutHash(build, candidate.files));

/** Describes an entry without the global of its build, which the shell would look for in vain. */
export function containerFindings(build: Manifest, files: Candidate['files']): string[] {
  if (build.kind === 'shell') return [];
  const container = versionedName(build.name, build.version);
  const entry = files.get(build.files[build.entry]?.integrity ?? '');
  return !entry || entry.containers.includes(container)
    ? []
    : [`${build.entry} of ${label(build)} does not define ${container}. Bundle it again under this version.`];
}

const containersAreDefined: Gate = (candidate) =>
  candidate.remotes.flatMap((remote) => containerFindings(remote, candidate.files));

const filesAreIntact: Gate = (candidate) =>
  buildsOf(candidate).flatMap((build) =>
    Object.entries(build.files).flatMap(([path, { integrity }]) => {
      const file = candidate.files.get(integrity);
      if (!file)
        return `The bytes of ${path} of ${label(build)} are not stored. Restore them from a backup, or publish another version.`;
      return file.isIntact
        ? []
        : `The stored bytes of ${path} of ${label(build)} do not have its hash any more. Restore them from a backup, or publish a version in which that file differs.`;
    }),
  );

const contractsAreCompatible: Gate = ({ shell, remotes }) =>
  remotes
    .filter((remote) => shell && !servesContract(shell, remote))
    .map(
      (remote) =>
        `${label(remote)} was built for contract ${remote.contract}; shell@${shell?.version} serves ${list((shell?.contracts ?? []).map(String))}. Promote a shell that serves it first, or build the remote for a contract that is served.`,
    );

const reactIsCompatible: Gate = ({ shell, remotes }) =>
  remotes
    .filter((remote) => shell && !providesReact(shell, remote))
    .map(
      (remote) =>
        `${label(remote)} needs React ${remote.react}; shell@${shell?.version} provides ${shell?.react}. Promote a shell with that React first, or build the remote for this one.`,
    );

const reactComesFromTheShell: Gate = ({ remotes, files }) =>
  remotes.flatMap((remote) =>
    Object.entries(remote.files)
      .filter(([, { integrity }]) => files.get(integrity)?.hasReact)
      .map(
        ([path]) =>
          `${path} of ${label(remote)} bundles its own React. Import react and react-dom from the shell: they are shared, never bundled.`,
      ),
  );

const moduleFindings = (file: string, usesModules: StoredFile['usesModules'] = false): string[] => {
  if (usesModules === 'unread')
    return [
      `${file} is too long to be checked for ES modules: it has more than ${maxParsed.words} times the word import or export, or one of them and more than ${maxParsed.characters} characters. Build smaller classic scripts, as webpack and Rspack do.`,
    ];
  return usesModules
    ? [
        `${file} is an ES module, or loads one by import(). Browsers would run such a file without checking its hash. Build classic scripts, as webpack and Rspack do.`,
      ]
    : [];
};

/** Hashes are set on elements, and a module that another one imports has none. docs/decisions/0023 */
const scriptsAreClassic: Gate = ({ remotes, files }) =>
  remotes.flatMap((remote) =>
    Object.entries(remote.files)
      .filter(([, { type }]) => /javascript/.test(type))
      .flatMap(([path, { integrity }]) =>
        moduleFindings(`${path} of ${label(remote)}`, files.get(integrity)?.usesModules),
      ),
  );

/** Finds everything that has several owners, or is listed twice by one owner. */
function findSharedOwners(
  kind: string,
  remotes: readonly RemoteManifest[],
  namesOf: (remote: RemoteManifest) => readonly string[],
  advice = 'Remove it from one remote.config.ts.',
) {
  const owners = new Map<string, string[]>();
  for (const remote of remotes) {
    for (const item of namesOf(remote)) {
      const names = owners.get(item);
      if (names) names.push(label(remote));
      else owners.set(item, [label(remote)]);
    }
  }
  return [...owners]
    .filter(([, names]) => names.length > 1)
    .map(([item, names]) => `The ${kind} ${item} has more than one owner: ${list(names)}. ${advice}`);
}

const pathsHaveOneOwner: Gate = ({ remotes }) => findSharedOwners('path', remotes, ({ paths }) => paths);
const widgetsHaveOneOwner: Gate = ({ remotes }) => findSharedOwners('widget', remotes, widgetNames);
/** Two containers with the same global name would overwrite each other. */
const containersHaveOneOwner: Gate = ({ remotes }) =>
  findSharedOwners(
    'container',
    remotes,
    ({ container }) => [container],
    'Publish one under another version.',
  );

const stagePathsAreOwned: Gate = ({ remotes }) =>
  Object.values(stagePaths)
    .filter((path) => !remotes.some(({ paths }) => paths.includes(path)))
    .map((path) => `No remote owns ${path}, which other parts of the funnel link to. Add it to one.`);

/** Paths of a removed remote are lost on purpose. Its widgets must be kept, because other remotes may show them. */
const livePathsAreKept: Gate = ({ remotes, live }) => {
  const offered = new Set(remotes.flatMap((remote) => [...remote.paths, ...widgetNames(remote)]));
  const isRemoved = ({ name }: RemoteManifest) => !remotes.some((remote) => remote.name === name);
  const promised = (remote: RemoteManifest) => [
    ...(isRemoved(remote) ? [] : remote.paths),
    ...widgetNames(remote),
  ];
  return live.remotes
    .flatMap((remote) => promised(remote).map((pathOrWidget) => ({ pathOrWidget, remote })))
    .filter(({ pathOrWidget }) => !offered.has(pathOrWidget))
    .map(({ pathOrWidget, remote }) => `${pathOrWidget} of ${label(remote)} is live now and would be lost.`);
};

/** The keys of a visitor's state that are lost when one shell reads what another has stored. */
function lostBetween(writer: StoredState, reader: StoredState): string[] {
  const isSame = (texts: StoredState['writes']) =>
    [...new Set([...Object.keys(texts), ...Object.keys(writer.writes)])].every(
      (key) => texts[key] === writer.writes[key],
    );
  const format = reader.reads.find(({ texts }) => isSame(texts));
  if (format) return format.lost;
  // The reader was not tested with this format, so every key that it would write differently is treated as lost.
  const keys = new Set([...Object.keys(writer.writes), ...Object.keys(reader.writes)]);
  return [...keys].filter((key) => writer.writes[key] !== reader.writes[key]);
}

const storedStateIsCompatible: Gate = ({ shell, live }) => {
  if (!shell || !live.shell?.state) return [];
  const [next, now] = [label(shell), label(live.shell)];
  if (!shell.state)
    return [
      `${next} does not declare what it reads of the state that ${now} has stored in browsers. Build it again with the repository’s own build.`,
    ];
  const lostAfterUpdate = lostBetween(live.shell.state, shell.state);
  const lostAfterRollback = lostBetween(shell.state, live.shell.state);
  const notReadBack = lostBetween(shell.state, shell.state);
  const reasonIf = (lost: readonly string[], reason: string) => (lost.length > 0 ? [reason] : []);
  return [
    ...reasonIf(
      lostAfterUpdate,
      `Visitors would lose what ${now} has stored: ${list(lostAfterUpdate)}. Make ${next} read that format, too.`,
    ),
    ...reasonIf(
      lostAfterRollback,
      `After a rollback visitors would lose what ${next} stores in another format: ${list(lostAfterRollback)}. First promote a shell that reads it and still writes the old one.`,
    ),
    ...reasonIf(notReadBack, `${next} does not read back what it stores itself: ${list(notReadBack)}.`),
  ];
};

const sizesAreWithinBudget: Gate = (candidate) =>
  buildsOf(candidate).flatMap((build) => {
    const sized = Object.entries(build.files).flatMap(([path, { integrity, type }]) => {
      const file = candidate.files.get(integrity);
      return file ? [{ ...file, path, type }] : [];
    });
    const check = (
      what: string,
      limit: number,
      measured: readonly { readonly path: string; readonly size: number }[],
    ) => {
      const sum = measured.reduce((bytes, { size }) => bytes + size, 0);
      const largest = measured.toSorted((one, other) => other.size - one.size)[0];
      if (sum <= limit || !largest) return [];
      return [
        `${label(build)} has ${inKilobytes(sum)} of ${what}; ${inKilobytes(limit)} is the limit. The largest is ${largest.path} with ${inKilobytes(largest.size)}: make it smaller.`,
      ];
    };
    const code = sized.filter(({ type }) => isCode(type));
    const { code: codeLimit, total } = sizeBudgets[build.kind];
    return [
      ...check(
        'scripts and styles, compressed',
        codeLimit,
        code.map(({ path, wireBytes }) => ({ path, size: wireBytes })),
      ),
      ...check(
        'files',
        total,
        sized.map(({ path, bytes }) => ({ path, size: bytes })),
      ),
    ];
  });

const smokeTestPassed: Gate = ({ setId, certification }) => {
  if (certification === 'not-required' || certification?.outcome === 'passed') return [];
  const why = certification ? 'failed its smoke test' : 'has no smoke test';
  return [`The set ${setId} ${why}. Run: npm run release -- certify ${setId}`];
};

/** The gates, in the order of their reasons. Findings that would break pages for visitors cannot be overridden. */
const gates: readonly {
  readonly gate: Gate;
  readonly isOverridable: boolean;
  /** Needs no other build: a team's tools run it, too. */
  readonly isOfOneBuild?: true;
}[] = [
  { gate: membersAreReadable, isOverridable: false },
  { gate: shellIsPresent, isOverridable: false },
  { gate: contentIsAllowed, isOverridable: false, isOfOneBuild: true },
  { gate: filesAreIntact, isOverridable: false },
  { gate: loadedFilesHaveHashes, isOverridable: false, isOfOneBuild: true },
  { gate: containersAreDefined, isOverridable: false, isOfOneBuild: true },
  { gate: contractsAreCompatible, isOverridable: false },
  { gate: reactIsCompatible, isOverridable: false },
  { gate: reactComesFromTheShell, isOverridable: false, isOfOneBuild: true },
  { gate: scriptsAreClassic, isOverridable: false, isOfOneBuild: true },
  { gate: pathsHaveOneOwner, isOverridable: false, isOfOneBuild: true },
  { gate: widgetsHaveOneOwner, isOverridable: false, isOfOneBuild: true },
  { gate: containersHaveOneOwner, isOverridable: false },
  { gate: stagePathsAreOwned, isOverridable: false },
  { gate: livePathsAreKept, isOverridable: true },
  { gate: storedStateIsCompatible, isOverridable: true },
  { gate: sizesAreWithinBudget, isOverridable: true, isOfOneBuild: true },
  { gate: smokeTestPassed, isOverridable: true },
];

/** A name in a build may contain any character. What follows a line break in it would look like another line of a command. */
const onOneLine = (text: string): string =>
  text.replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);

const run = (candidate: Candidate, chosen: typeof gates): Finding[] =>
  chosen.flatMap(({ gate, isOverridable }) =>
    gate(candidate).map((reason) => ({ reason: onOneLine(reason), isOverridable })),
  );

export const runGates = (candidate: Candidate): Finding[] => run(candidate, gates);

/** Runs the gates that need no other build, on one that is not published yet. */
export function runGatesOfOneBuild(
  remote: RemoteManifest,
  evidence: Pick<Candidate, 'contentFindings' | 'files'>,
) {
  const nothing = { shell: null, remotes: [] };
  const candidate: Candidate = {
    ...evidence,
    ...nothing,
    remotes: [remote],
    setId: '',
    live: nothing,
    unreadable: [],
    certification: 'not-required',
  };
  return run(
    candidate,
    gates.filter(({ isOfOneBuild }) => isOfOneBuild),
  );
}

/** The finding as text for the operator. */
export const describeFinding = ({ reason, isOverridable }: Finding): string =>
  isOverridable ? `${reason} To override, use --force --reason "…".` : reason;
