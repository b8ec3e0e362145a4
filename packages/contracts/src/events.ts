import * as z from 'zod/mini';

import { currencySchema } from './money.ts';

const text = (max: number) => z.string().check(z.maxLength(max));

/** What ad platforms may hear of. The service makes `Lead` and `Purchase` itself, out of what it stores. */
export const conversionNames = ['PageView', 'ViewContent', 'Lead', 'InitiateCheckout', 'Purchase'] as const;
export type ConversionName = (typeof conversionNames)[number];

/** What the browser may report. `Purchase` is not among them: only the service knows a payment. */
export const eventNames = [
  'PageView',
  'ViewContent',
  'Lead',
  'InitiateCheckout',
  /** A remote that did not load, or broke while it was shown. */
  'ResourceFailed',
  /** An error that nobody caught, with the script it came from. */
  'ScriptFailed',
  /** The largest paint of a page; `measure` in milliseconds. */
  'WebVital',
] as const;

/** One event of a visit; `id` makes a repeat harmless. `value` is in minor units. */
export const funnelEventSchema = z.strictObject({
  id: z.uuid(),
  name: z.enum(eventNames),
  /** Milliseconds since 1970, by the visitor's clock. */
  at: z.int(),
  path: text(200),
  setId: text(64),
  remote: z.optional(text(64)),
  version: z.optional(text(64)),
  contentName: z.optional(text(200)),
  contentId: z.optional(text(200)),
  valueMinor: z.optional(z.int().check(z.nonnegative())),
  currency: z.optional(currencySchema),
  measure: z.optional(z.int().check(z.gte(0))),
  detail: z.optional(text(500)),
});
export type FunnelEvent = z.infer<typeof funnelEventSchema>;

/** What a remote reports; the shell adds id, time, path and release. */
export type ReportedEvent = Omit<FunnelEvent, 'id' | 'at' | 'path' | 'setId' | 'remote' | 'version'>;

/** So many events, however long, have room in a body: 100 keys and 32 KB. */
export const eventBatchSize = 7;

export const eventBatchSchema = z.strictObject({
  events: z.array(funnelEventSchema).check(z.minLength(1), z.maxLength(50)),
});
