import * as z from 'zod/mini';

const integritySchema = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const pathSchema = z.string().check(z.regex(/^\/[a-z0-9\-/]*$/));
const filePathSchema = z.string().check(z.regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/), z.maxLength(200));
/** `1.2.0`, or `1.2.0+1a2b3c4d` for a local build of a version that has other bytes already. */
export const versionSchema = z.string().check(z.regex(/^\d+\.\d+\.\d+(\+[a-z0-9]{4,16})?$/));
export const nameSchema = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/));

/** `mfe-quiz` and `1.1.0+ab12` as `mfe_quiz_1_1_0_ab12`: a name for globals and class prefixes that carries the version. */
export const versionedName = (name: string, version: string): string =>
  `${name}_${version}`.replace(/[^a-z0-9]/g, '_');

/** The state of the shell's top bar on a screen. Plain data, so that the service can draw it before any script. */
export const topBarSchema = z.object({
  /** `back` absent: no arrow. `history: true`: one step back in history, `to` on a deep link. */
  back: z.nullable(z.object({ to: z.string(), history: z.boolean() })),
  /** `7 / 17` */
  counter: z.nullable(z.string()),
  /** Percent, 0 to 100; null draws no bar. */
  progress: z.nullable(z.number()),
  /** A remote that draws its own header hides the bar. */
  hidden: z.boolean(),
});
export type TopBar = z.infer<typeof topBarSchema>;

export const fileSchema = z.object({ integrity: integritySchema, bytes: z.int(), type: z.string() });

/** A screen that the remote's own build drew as HTML; the service only stores the text. */
export const firstScreenSchema = z.object({
  path: pathSchema,
  title: z.string(),
  topBar: topBarSchema,
  html: z.string(),
});

/** `remote.json`: all that the product needs to know of one published version of a remote. */
export const remoteManifestSchema = z.strictObject({
  kind: z.literal('remote'),
  name: nameSchema,
  version: versionSchema,
  /** The global that the entry defines: the `versionedName`, so that two versions can meet in one page. */
  container: z.string().check(z.regex(/^[a-z][a-z0-9_]+$/)),
  entry: filePathSchema,
  /** Major version of the waist (`Shell`) it was built against. */
  contract: z.int(),
  /** The range of React it runs with, such as `^19.0.0`. */
  react: z.string(),
  paths: z.array(pathSchema),
  widgets: z.array(z.string()),
  /** Screens in order, for reports. */
  screens: z.array(pathSchema),
  /** Files worth preloading, in order of need. */
  preload: z.array(filePathSchema),
  files: z.record(filePathSchema, fileSchema),
  firstScreens: z.array(firstScreenSchema),
  /** CSS of the first screens. */
  css: z.string(),
});
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;

/** Texts by their key, as they lie in local storage. */
const storedTextsSchema = z.record(z.string(), z.string());

/** What a shell keeps in visitors' browsers, as its own build found out by running its own code. */
export const storedStateSchema = z.strictObject({
  /** What it stores for the one visitor by whom shells are compared. */
  writes: storedTextsSchema,
  /** Every form in which that visitor may lie in storage, and which parts of the state this shell loses of it. */
  reads: z.array(z.strictObject({ texts: storedTextsSchema, lost: z.array(z.string()) })),
});
export type StoredState = z.infer<typeof storedStateSchema>;

/** The shell's counterpart of `remote.json`. */
export const shellManifestSchema = z.strictObject({
  kind: z.literal('shell'),
  name: z.literal('shell'),
  version: versionSchema,
  /** Majors of the waist that this shell serves. */
  contracts: z.array(z.int()),
  /** Exact version of React that it brings. */
  react: z.string(),
  entry: filePathSchema,
  files: z.record(filePathSchema, fileSchema),
  /** CSS of the static frame. */
  css: z.string(),
  /** The frame as HTML, with and without arrow, counter and question for consent; `{{back}}`, `{{counter}}`, `{{progress}}` are slots. */
  frames: z.record(z.string(), z.string()),
  /** Absent in builds from before it was found out. */
  state: z.optional(storedStateSchema),
});
export type ShellManifest = z.infer<typeof shellManifestSchema>;

export const manifestSchema = z.discriminatedUnion('kind', [remoteManifestSchema, shellManifestSchema]);
export type Manifest = z.infer<typeof manifestSchema>;

/** Which of the shell's `frames` draws a top bar, with or without the question for consent. */
export function layoutKey(bar: TopBar, asksConsent = false): string {
  const parts = bar.hidden
    ? ['hidden']
    : ['bar', bar.back && 'back', bar.counter && 'counter', bar.progress !== null && 'progress'];
  return [...parts, asksConsent && 'consent'].filter(Boolean).join('-');
}

/** One remote of a release set as the browser needs it. `base` ends with a slash. */
export const releasedRemoteSchema = z.object({
  name: nameSchema,
  version: versionSchema,
  container: z.string(),
  base: z.string(),
  entry: z.string(),
  contract: z.int(),
  paths: z.array(z.string()),
  widgets: z.array(z.string()),
  preload: z.array(z.string()),
  /** Address (absolute path) to sha384 of every script and style. */
  integrity: z.record(z.string(), z.string()),
});
export type ReleasedRemote = z.infer<typeof releasedRemoteSchema>;

/** The visitor's release set: one version of each remote, and the one before it to fall back to. */
export const releaseSetSchema = z.object({
  id: z.string(),
  number: z.int(),
  shell: versionSchema,
  remotes: z.array(releasedRemoteSchema),
  /** The last good other version of a remote, where there is one. */
  previous: z.array(releasedRemoteSchema),
  /** Shown to somebody who looks at a set before visitors do; left out of every figure. */
  isPreview: z.optional(z.boolean()),
});
export type ReleaseSet = z.infer<typeof releaseSetSchema>;

/** As much of a release set as a report of a failure needs, also where the rest is damaged or of another version. */
export const releaseNamesSchema = z.pick(releaseSetSchema, { id: true, shell: true });

/** A path belongs to the remote that names it. */
export const ownerOf = (set: ReleaseSet, path: string): ReleasedRemote | undefined =>
  set.remotes.find((remote) => remote.paths.includes(path));

/** A widget is named `legal/dialog`: the remote `mfe-legal`, its widget `dialog`. */
export function widgetOwner(
  set: ReleaseSet,
  widget: string,
): { remote: ReleasedRemote; name: string } | undefined {
  const [owner = '', name = ''] = widget.split('/');
  const remote = set.remotes.find(
    (candidate) => candidate.name === `mfe-${owner}` && candidate.widgets.includes(name),
  );
  return remote && { remote, name };
}
