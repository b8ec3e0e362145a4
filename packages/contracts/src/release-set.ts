import * as z from 'zod/mini';

import { namePattern, versionPattern } from './release-names.ts';

/** Accepts a version that matches `versionPattern`. */
export const versionSchema = z.string().check(z.regex(versionPattern, 'must be a version such as 1.1.0'));
/** Accepts a name that matches `namePattern`. */
export const nameSchema = z.string().check(z.regex(namePattern, 'must be a name such as mfe-quiz'));

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
