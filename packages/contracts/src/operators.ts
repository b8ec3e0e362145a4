import * as z from 'zod/mini';

import { nameSchema } from './release.ts';
import { teamWebhookSchema } from './team-webhooks.ts';

/** The permissions of operator tokens. Each operator endpoint needs one of them. */
export const permissions = [
  /** Status, audit, analytics, deliveries without their bodies, metrics. */
  'read-analytics',
  /** Exports of leads, and emails of buyers. */
  'read-personal-data',
  /** Publish and deprecate builds of the apps that the token's preset names. */
  'publish',
  /** For sets that are not live: create, preview, store the result of the smoke test. */
  'certify',
  /** Promote, change a canary, roll back, redeliver. */
  'deploy',
  /** Create, list and revoke tokens. */
  'manage-tokens',
] as const;
/** An entry of `permissions`. */
export type Permission = (typeof permissions)[number];

/** The rights of one operator. */
export interface Rights {
  readonly permissions: readonly Permission[];
  /** The apps that the operator may publish. `all` includes future apps. */
  readonly publishes: readonly string[] | 'all';
}

const publisherPrefix = 'publisher:';
const publishedNames = (preset: string): string[] =>
  preset.startsWith(publisherPrefix) ? preset.slice(publisherPrefix.length).split(',') : [];
const isName = (text: string): boolean => nameSchema.safeParse(text).success;

/** The preset of a new token: a name, or `publisher:` and the names of apps, separated by commas. */
export const presetSchema = z
  .string()
  .check(
    z.refine(
      (preset) =>
        /^(viewer|releaser|admin|publisher:[^,]+(,[^,]+){0,9})$/.test(preset) &&
        publishedNames(preset).every(isName),
      'must be viewer, releaser, admin, or publisher: with 1 to 10 apps, such as publisher:mfe-quiz,mfe-pricing',
    ),
  );

const presets: Readonly<Record<string, Rights>> = {
  viewer: { permissions: ['read-analytics'], publishes: [] },
  releaser: { permissions: ['read-analytics', 'certify', 'deploy'], publishes: [] },
  admin: { permissions, publishes: 'all' },
  // The former name of `admin`, in tokens from before permissions existed.
  manager: { permissions, publishes: 'all' },
};

/** Returns the rights of a preset. An unknown preset has none. */
export function rightsOf(preset: string): Rights {
  if (preset.startsWith(publisherPrefix))
    return { permissions: ['publish'], publishes: publishedNames(preset).filter(isName) };
  return (Object.hasOwn(presets, preset) ? presets[preset] : undefined) ?? { permissions: [], publishes: [] };
}

/** The name of an operator: 1 to 40 characters, starting with a letter. */
export const operatorNameSchema = z
  .string()
  .check(
    z.regex(
      /^[a-z][a-z0-9.-]{0,39}$/,
      'must be 1 to 40 lowercase letters, digits, dots and hyphens, the first one a letter',
    ),
  );

/** Response of `GET /api/operator/session`: the signed-in operator. */
export const operatorSchema = z.object({
  name: z.string(),
  preset: z.string(),
  permissions: z.array(z.enum(permissions)),
});
/** The signed-in operator. */
export type Operator = z.infer<typeof operatorSchema>;

/** Body of `POST /api/operator/session`. The response sets an `HttpOnly` session cookie. */
export const signInRequestSchema = z.strictObject({ token: z.string().check(z.maxLength(200)) });

/** Body of `POST /api/operator/tokens`. `days` is the token's lifetime, which also ends with the creator's token. */
export const tokenRequestSchema = z.strictObject({
  name: operatorNameSchema,
  preset: presetSchema,
  days: z.int().check(z.gte(1), z.lte(365)),
});
export type TokenRequest = z.infer<typeof tokenRequestSchema>;
/** Response of `POST /api/operator/tokens`. The token cannot be read again. `expiresAt` is milliseconds since 1970. */
export const newTokenSchema = z.object({ token: z.string(), name: z.string(), expiresAt: z.int() });
export type NewToken = z.infer<typeof newTokenSchema>;

/** Response of `GET /api/operator/tokens`. Times are milliseconds since 1970. */
export const operatorTokensSchema = z.object({
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      preset: z.string(),
      createdAt: z.int(),
      expiresAt: z.int(),
      /** Accurate to the minute; null for a token that was never used. */
      lastUsedAt: z.nullable(z.int()),
      /** The operator who created this token; null if unknown. Revoking the creator's token revokes this one too. */
      madeBy: z.nullable(z.string()),
    }),
  ),
});
/** Response of `GET /api/operator/tokens`. */
export type OperatorTokens = z.infer<typeof operatorTokensSchema>;

/**
 * Body of `POST /api/operator/publishers`: a workflow whose identity tokens may publish one app and deprecate its versions. The
 * claims are those of GitHub Actions.
 */
export const trustedPublisherRequestSchema = z.strictObject({
  app: nameSchema,
  /** The issuer of the tokens, as in their `iss`. It must be one of `OIDC_ISSUERS`. */
  issuer: z.url({ protocol: /^https?$/ }),
  /** The number of the repository, which stays the same when the repository is renamed. */
  repositoryId: z.string().check(z.regex(/^[1-9]\d{0,19}$/)),
  /** The path of the workflow's file. */
  workflow: z.string().check(z.regex(/^\.github\/workflows\/[\w.-]+\.ya?ml$/)),
  environment: z.string().check(z.regex(/^[\w.-][\w. /-]{0,99}$/)),
});
/** Body of `POST /api/operator/publishers`. */
export type TrustedPublisherRequest = z.infer<typeof trustedPublisherRequestSchema>;

const trustedPublisherSchema = z.extend(trustedPublisherRequestSchema, {
  id: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
  /** The name of the operator who added it. */
  madeBy: z.string(),
});
/** Response of `GET /api/operator/publishers`. */
export const trustedPublishersSchema = z.object({ publishers: z.array(trustedPublisherSchema) });
/** Response of `GET /api/operator/publishers`. */
export type TrustedPublishers = z.infer<typeof trustedPublishersSchema>;
/** Response of `POST /api/operator/publishers`. */
export const addedPublisherSchema = trustedPublisherSchema;

/** False in rows from before the service stored which token registered what. Any token may have registered them. */
const tokenRecord = { isTokenRecorded: z.boolean() };
/**
 * Response of `GET /api/operator/tokens/:id/registrations`: what a token, or a token created with it, has registered and is
 * still registered. The token itself may have been revoked.
 */
export const tokenRegistrationsSchema = z.object({
  publishers: z.array(z.extend(trustedPublisherSchema, tokenRecord)),
  /** The URLs are without their query, which may be secret. */
  webhooks: z.array(z.extend(teamWebhookSchema, tokenRecord)),
});
/** Response of `GET /api/operator/tokens/:id/registrations`. */
export type TokenRegistrations = z.infer<typeof tokenRegistrationsSchema>;
