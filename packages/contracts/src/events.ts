import * as z from 'zod/mini';

import { boundedText as text } from './bounded-text.ts';
import { eventPathLength } from './event-batch.ts';
import { idSchema } from './id-schema.ts';
import { currencySchema } from './money.ts';

export * from './event-batch.ts';

/** Events that may be sent to ad platforms. The service itself creates `Lead`, `InitiateCheckout` and `Purchase` from what it stores. */
export const conversionNames = ['PageView', 'ViewContent', 'Lead', 'InitiateCheckout', 'Purchase'] as const;
/** An entry of `conversionNames`. */
export type ConversionName = (typeof conversionNames)[number];

/** Events that a browser may report. `Purchase` is missing, because only the service knows about payments. */
export const eventNames = [
  'PageView',
  'ViewContent',
  'Lead',
  'InitiateCheckout',
  /** An app failed to load or to render. */
  'ResourceFailed',
  /** An uncaught error, with its stack in `detail`. */
  'ScriptFailed',
  /** A Web Vital, named in `detail` (`LCP`), with `measure` in milliseconds. */
  'WebVital',
] as const;

/** One event as the browser reports it. Its `id` makes a repeat idempotent. */
export const funnelEventSchema = z.strictObject({
  id: idSchema,
  name: z.enum(eventNames),
  /** Milliseconds since 1970, by the visitor's clock. */
  at: z.int(),
  path: text(eventPathLength),
  /** The release set of the page; empty if the page could not read it. */
  setId: text(64),
  /** The app on screen or, for a failure, the app that failed. */
  remote: z.optional(text(64)),
  version: z.optional(text(64)),
  contentName: z.optional(text(200)),
  contentId: z.optional(text(200)),
  /** Minor units of `currency`. */
  valueMinor: z.optional(z.int().check(z.nonnegative())),
  currency: z.optional(currencySchema),
  measure: z.optional(z.int().check(z.gte(0))),
  detail: z.optional(text(500)),
});
/** One event as the browser reports it. */
export type FunnelEvent = z.infer<typeof funnelEventSchema>;

/** An event as a remote reports it. The shell adds id, time, path, release set, remote and version. */
export type ReportedEvent = Omit<FunnelEvent, 'id' | 'at' | 'path' | 'setId' | 'remote' | 'version'>;

/** Body of `POST /api/events`. */
export const eventBatchSchema = z.strictObject({
  events: z.array(funnelEventSchema).check(z.minLength(1), z.maxLength(50)),
});
