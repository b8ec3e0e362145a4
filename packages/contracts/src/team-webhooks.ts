import * as z from 'zod/mini';

/** Body of `PUT /api/releases/apps/:name/webhook`. In production the URL must be `https` and public. */
export const teamWebhookRequestSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).check(z.maxLength(500)),
});
/** Body of `PUT /api/releases/apps/:name/webhook`. */
export type TeamWebhookRequest = z.infer<typeof teamWebhookRequestSchema>;

/** Response of `GET /api/releases/apps/:name/webhook`: where the team of one app is notified about it. */
export const teamWebhookSchema = z.object({
  name: z.string(),
  url: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
  /** The name of the operator who registered it. */
  madeBy: z.string(),
});
/** Where the team of one app is notified about it. */
export type TeamWebhook = z.infer<typeof teamWebhookSchema>;

/** Response of `PUT /api/releases/apps/:name/webhook`. The secret, `whsec_…`, cannot be read again. */
export const newTeamWebhookSchema = z.extend(teamWebhookSchema, {
  secret: z.string(),
  /** Set if no version of the app has been published, as after a typing error. */
  warning: z.optional(z.string()),
});
/** A webhook with its secret. */
export type NewTeamWebhook = z.infer<typeof newTeamWebhookSchema>;

/**
 * What the webhook of a team gets, once for each cause: its app was promoted for all new visitors, failed, or was rolled
 * back by an operator. The names of the fields are those that Standard Webhooks recommends.
 */
export interface TeamWebhookEvent {
  readonly type: 'remote.promoted' | 'remote.failed' | 'remote.rolled_back';
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: {
    readonly name: string;
    /** The version that was promoted, failed, or was rolled back. */
    readonly version: string;
    /** The version that new visitors get now; null if the live set does not contain the app. */
    readonly live: string | null;
    readonly cause: 'promotion' | 'certification' | 'auto-rollback' | 'canary-stopped' | 'rollback';
    /** The set that was deployed, or whose smoke test failed. */
    readonly setId: string;
    /** The operator's name, or an actor of the service. */
    readonly actor: string;
    /** The note of the deployment, or the report of the smoke test. */
    readonly note: string;
  };
}
