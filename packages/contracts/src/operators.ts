import * as z from 'zod/mini';

import { nameSchema } from './release.ts';

/** What a token may allow. Each endpoint names the one that it needs. */
export const permissions = [
  /** Status, audit, analytics, deliveries without their bodies, metrics. */
  'read-analytics',
  /** Exports of leads, and addresses of buyers. */
  'read-personal-data',
  /** Builds of the remotes that the token names. */
  'publish',
  /** Sets that are not live: create, preview, store the result of the smoke test. */
  'certify',
  /** Promote, canary, roll back, redeliver. */
  'deploy',
  'manage-tokens',
] as const;
export type Permission = (typeof permissions)[number];

/** What one operator may do. */
export interface Rights {
  readonly permissions: readonly Permission[];
  /** The apps that may be published; `all` includes those that do not exist yet. */
  readonly publishes: readonly string[] | 'all';
}

/** What a token is given when it is made: a preset, or `publisher:` and the names of remotes, separated by commas. */
export const presetSchema = z
  .string()
  .check(z.regex(/^(viewer|releaser|admin|publisher:[a-z][a-z0-9-]{1,30}(,[a-z][a-z0-9-]{1,30}){0,9})$/));

const presets: Readonly<Record<string, Rights>> = {
  viewer: { permissions: ['read-analytics'], publishes: [] },
  releaser: { permissions: ['read-analytics', 'certify', 'deploy'], publishes: [] },
  admin: { permissions, publishes: 'all' },
  // The name of `admin` in tokens that were made before there were permissions.
  manager: { permissions, publishes: 'all' },
};

const publisherPrefix = 'publisher:';

/** The rights of a preset. A text that is none gives none. */
export function rightsOf(preset: string): Rights {
  if (preset.startsWith(publisherPrefix)) {
    const names = preset.slice(publisherPrefix.length).split(',');
    return {
      permissions: ['publish'],
      publishes: names.filter((name) => nameSchema.safeParse(name).success),
    };
  }
  return (Object.hasOwn(presets, preset) ? presets[preset] : undefined) ?? { permissions: [], publishes: [] };
}

export const operatorNameSchema = z.string().check(z.regex(/^[a-z][a-z0-9.-]{0,39}$/));

/** Who is signed in. */
export const operatorSchema = z.object({
  name: z.string(),
  preset: z.string(),
  permissions: z.array(z.enum(permissions)),
});
export type Operator = z.infer<typeof operatorSchema>;

/** `POST /api/operator/session`: the browser gets a cookie that no script can read. */
export const signInRequestSchema = z.strictObject({ token: z.string().check(z.maxLength(200)) });

export const tokenRequestSchema = z.strictObject({
  name: operatorNameSchema,
  preset: presetSchema,
  days: z.int().check(z.gte(1), z.lte(365)),
});
export type TokenRequest = z.infer<typeof tokenRequestSchema>;
/** The one time that a token is shown. */
export const newTokenSchema = z.object({ token: z.string(), name: z.string(), expiresAt: z.int() });
export type NewToken = z.infer<typeof newTokenSchema>;

export const operatorTokensSchema = z.object({
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      preset: z.string(),
      createdAt: z.int(),
      expiresAt: z.int(),
      /** Rounded to the minute; null for a token that was never used. */
      lastUsedAt: z.nullable(z.int()),
      /** The name of the operator whose token made it; it ends with that token. Null where that is not known. */
      madeBy: z.nullable(z.string()),
    }),
  ),
});
export type OperatorTokens = z.infer<typeof operatorTokensSchema>;
