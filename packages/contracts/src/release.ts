import * as z from 'zod/mini';

const integritySchema = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const pathSchema = z.string().check(z.regex(/^\/[a-z0-9\-/]*$/));
const filePathSchema = z.string().check(z.regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/), z.maxLength(200));
/** `1.2.0`, or `1.2.0+1a2b3c4d` for a local build of a version that is already published with different files. */
export const versionSchema = z.string().check(z.regex(/^\d+\.\d+\.\d+(\+[a-z0-9]{4,16})?$/));
/** The name of an app, such as `mfe-quiz`. */
export const nameSchema = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/));

/** Returns a name for globals and class prefixes: `mfe-quiz` and `1.1.0+ab12` give `mfe_quiz_1_1_0_ab12`. */
export const versionedName = (name: string, version: string): string =>
  `${name}_${version}`.replace(/[^a-z0-9]/g, '_');

/** The state of the shell's top bar on a screen. It is plain data, so that the service can render it without scripts. */
export const topBarSchema = z.object({
  /** Null: no arrow. With `history`, the arrow goes back one entry in history, or to `to` on a deep link. */
  back: z.nullable(z.object({ to: z.string(), history: z.boolean() })),
  /** Text such as `7 / 17`; null shows none. */
  counter: z.nullable(z.string()),
  /** Percent, 0 to 100; null shows no progress bar. */
  progress: z.nullable(z.number()),
  /** True for a remote that has its own header. */
  hidden: z.boolean(),
});
/** The state of the shell's top bar on a screen. */
export type TopBar = z.infer<typeof topBarSchema>;

/** A file of a build: integrity hash, size in bytes, uncompressed, and content type. */
export const fileSchema = z.object({ integrity: integritySchema, bytes: z.int(), type: z.string() });

/** A screen that the remote's build has prerendered as HTML. The service stores it and runs no code of the remote. */
export const firstScreenSchema = z.object({
  path: pathSchema,
  title: z.string(),
  topBar: topBarSchema,
  html: z.string(),
});

/** `remote.json`: everything that shell and service need to know about one version of a remote. */
export const remoteManifestSchema = z.strictObject({
  kind: z.literal('remote'),
  name: nameSchema,
  version: versionSchema,
  /** The global that the entry defines, equal to the `versionedName`, so that two versions can be on one page. */
  container: z.string().check(z.regex(/^[a-z][a-z0-9_]+$/)),
  entry: filePathSchema,
  /** Major version of the Shell API that it was built against. */
  contract: z.int(),
  /** SemVer range of React that it runs with, such as `^19.0.0`. */
  react: z.string(),
  paths: z.array(pathSchema),
  widgets: z.array(z.string()),
  /** The paths of its screens in order, for analytics. */
  screens: z.array(pathSchema),
  /** Files to preload, most urgent first. */
  preload: z.array(filePathSchema),
  files: z.record(filePathSchema, fileSchema),
  firstScreens: z.array(firstScreenSchema),
  /** Critical CSS of the first screens. */
  css: z.string(),
});
/** The manifest of one version of a remote. */
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;

/** Texts by key, as they are in local storage. */
const storedTextsSchema = z.record(z.string(), z.string());

/** What a shell stores in visitors' browsers, as determined by running the shell's own code during its build. */
export const storedStateSchema = z.strictObject({
  /** What it stores for the sample visitor. */
  writes: storedTextsSchema,
  /** Every released format of the sample visitor, with the keys of the state that this shell cannot read from it. */
  reads: z.array(z.strictObject({ texts: storedTextsSchema, lost: z.array(z.string()) })),
});
/** What a shell stores in visitors' browsers. */
export type StoredState = z.infer<typeof storedStateSchema>;

/** The manifest of one version of the shell. */
export const shellManifestSchema = z.strictObject({
  kind: z.literal('shell'),
  name: z.literal('shell'),
  version: versionSchema,
  /** Major versions of the Shell API that this shell serves. */
  contracts: z.array(z.int()),
  /** Exact version of React that it provides. */
  react: z.string(),
  entry: filePathSchema,
  files: z.record(filePathSchema, fileSchema),
  /** Critical CSS of the prerendered layouts. */
  css: z.string(),
  /**
   * The prerendered layouts as HTML by `layoutKey`, with and without arrow, counter, progress and consent banner. `{{back}}`,
   * `{{counter}}`, `{{progress}}` and `{{screen}}` are slots.
   */
  frames: z.record(z.string(), z.string()),
  /** Absent in older builds. */
  state: z.optional(storedStateSchema),
});
/** The manifest of one version of the shell. */
export type ShellManifest = z.infer<typeof shellManifestSchema>;

/** The manifest of any build. */
export const manifestSchema = z.discriminatedUnion('kind', [remoteManifestSchema, shellManifestSchema]);
/** The manifest of any build. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Returns the key in the shell manifest's `frames` of the layout for a top bar, with or without the consent banner. */
export function layoutKey(bar: TopBar, asksConsent = false): string {
  const parts = bar.hidden
    ? ['hidden']
    : ['bar', bar.back && 'back', bar.counter && 'counter', bar.progress !== null && 'progress'];
  return [...parts, asksConsent && 'consent'].filter(Boolean).join('-');
}

/** One remote of a release set as the browser needs it. */
export const releasedRemoteSchema = z.object({
  name: nameSchema,
  version: versionSchema,
  container: z.string(),
  /** Absolute path of the build's files, with a slash at the end. */
  base: z.string(),
  entry: z.string(),
  contract: z.int(),
  paths: z.array(z.string()),
  widgets: z.array(z.string()),
  preload: z.array(z.string()),
  /** The integrity hash (sha384) of every script and style, by absolute path. */
  integrity: z.record(z.string(), z.string()),
});
/** One remote of a release set as the browser needs it. */
export type ReleasedRemote = z.infer<typeof releasedRemoteSchema>;

/** The visitor's release set, inlined in the document (`#release-set`) and from `GET /api/release-set`. */
export const releaseSetSchema = z.object({
  id: z.string(),
  number: z.int(),
  shell: versionSchema,
  remotes: z.array(releasedRemoteSchema),
  /** The fallback version of each remote that has one. */
  previous: z.array(releasedRemoteSchema),
  /** True for a preview of a set that is not live. Previews are left out of analytics. */
  isPreview: z.optional(z.boolean()),
});
/** The visitor's release set. */
export type ReleaseSet = z.infer<typeof releaseSetSchema>;

/** The part of a release set that failure reports need. It parses even if the rest is damaged or of another version. */
export const releaseNamesSchema = z.pick(releaseSetSchema, { id: true, shell: true });

/** Returns the remote that owns the path, if any. */
export const ownerOf = (set: ReleaseSet, path: string): ReleasedRemote | undefined =>
  set.remotes.find((remote) => remote.paths.includes(path));

/** Returns the remote of a widget and the widget's own name: `legal/dialog` is the widget `dialog` of `mfe-legal`. */
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
