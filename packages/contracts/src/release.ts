import * as z from 'zod/mini';

import { experimentSchema } from './experiments.ts';
import { nameSchema, versionSchema } from './release-set.ts';

export * from './release-set.ts';
export * from './released-remotes.ts';

const integritySchema = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const pathSchema = z
  .string()
  .check(
    z.regex(
      /^\/[a-z0-9\-/]*$/,
      'must begin with / and contain only lowercase letters, digits, hyphens and slashes, such as /survey',
    ),
  );
const filePathSchema = z.string().check(z.regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/), z.maxLength(200));
/** Returns a name for globals and class prefixes: `mfe-quiz` and `1.1.0+ab12` give `mfe_quiz_1_1_0_ab12`. */
export const versionedName = (name: string, version: string): string =>
  `${name}_${version}`.replace(/[^a-z0-9]/g, '_');

/** The state of the shell's top bar on a screen. It is plain data, so that the service can render it without scripts. */
export const topBarSchema = z.object({
  /** Null: no arrow. With `history`, the arrow goes back one entry in history, or to `to` on a deep link. */
  back: z.nullable(z.object({ to: z.string(), history: z.boolean() })),
  /** `7 / 17`: the step and the number of steps, which a screen reader reads in words. Null shows none. */
  counter: z.nullable(z.string()),
  /** Percent, 0 to 100; null shows no progress bar. */
  progress: z.nullable(z.number()),
  /** A text beside a lock, such as `Secure checkout`. */
  secureNote: z.optional(z.string()),
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

/** What a build may list of one kind. Everything listed is checked in every set, and much of it is part of every page. */
const maxListed = 300;
const listOf = <Item extends z.ZodMiniType>(item: Item) => z.array(item).check(z.maxLength(maxListed));

/** A language of a build, such as `de`. The service offers the languages of the set's shell, so a new one is part of a release. */
const localeSchema = z.string().check(z.regex(/^[a-z]{2}$/));

/** The screens of a remote in one more language, and the files with its texts, to preload. */
const translatedRemoteSchema = z.strictObject({
  firstScreens: listOf(firstScreenSchema),
  preload: listOf(filePathSchema),
});
/** The layouts of the shell in one more language, and the files with its texts, to preload. */
const translatedShellSchema = z.strictObject({
  frames: z.record(z.string(), z.string()),
  preload: listOf(filePathSchema),
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
  react: z.string().check(z.maxLength(100)),
  paths: listOf(pathSchema),
  widgets: listOf(z.string().check(z.maxLength(100))),
  /** The paths of its screens in order, for analytics. */
  screens: listOf(pathSchema),
  /** Files to preload, most urgent first. */
  preload: listOf(filePathSchema),
  files: z.record(filePathSchema, fileSchema),
  firstScreens: listOf(firstScreenSchema),
  /** What reports call the screens that are not prerendered, by path. Absent in older builds and in those without such screens. */
  titles: z.optional(
    z
      .record(pathSchema, z.string().check(z.minLength(1), z.maxLength(200)))
      .check(z.refine((titles) => Object.keys(titles).length <= maxListed)),
  ),
  /** Critical CSS of the first screens. */
  css: z.string(),
  /** Languages besides English. Absent in older builds and in those that have only English. */
  locales: z.optional(z.record(localeSchema, translatedRemoteSchema)),
  /** Absent in older builds and in those without experiments. */
  experiments: z.optional(z.array(experimentSchema).check(z.maxLength(20))),
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
  react: z.string().check(z.maxLength(100)),
  entry: filePathSchema,
  files: z.record(filePathSchema, fileSchema),
  /** Critical CSS of the prerendered layouts. */
  css: z.string(),
  /**
   * The prerendered layouts as HTML by `layoutKey`, with and without arrow, counter, progress and consent banner. `{{back}}`,
   * `{{step}}`, `{{steps}}`, `{{progress}}` and `{{screen}}` are slots; in older builds `{{counter}}` is one for both. The one
   * with the key `waitingLayout` is for pages without a first screen; it is absent in older builds.
   */
  frames: z.record(z.string(), z.string()),
  /** Languages besides English. Absent in older builds. */
  locales: z.optional(z.record(localeSchema, translatedShellSchema)),
  /** Absent in older builds. */
  state: z.optional(storedStateSchema),
});
/** The manifest of one version of the shell. */
export type ShellManifest = z.infer<typeof shellManifestSchema>;

/** The manifest of any build. */
export const manifestSchema = z.discriminatedUnion('kind', [remoteManifestSchema, shellManifestSchema]);
/** The manifest of any build. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The key in the shell manifest's `frames` of the layout for pages without a prerendered first screen. */
export const waitingLayout = 'waiting';

/** Returns the key in the shell manifest's `frames` of the layout for a top bar, with or without the consent banner. */
export function layoutKey(bar: TopBar, asksConsent = false): string {
  const parts = bar.hidden
    ? ['hidden']
    : ['bar', bar.back && 'back', bar.counter && 'counter', bar.progress !== null && 'progress'];
  return [...parts, asksConsent && 'consent'].filter(Boolean).join('-');
}
