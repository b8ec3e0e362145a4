import { conversionNames } from '@funnel/contracts/events';
import { currencies, currencySchema, toMajorUnits } from '@funnel/contracts/money';
import * as z from 'zod';

import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/hash-email.ts';
import { attributionSchema } from './attribution.ts';

/** What may be told of a visitor's browser. There is none where ad platforms must not hear of the visit. */
export const adTraceSchema = z.object({
  /** Scheme and host under which the visitor sees the product. */
  origin: z.string(),
  address: z.string(),
  agent: z.string(),
  attribution: attributionSchema,
  /** The visit's one currency. */
  currency: currencySchema,
  /** On what ground it may be told. */
  consent: z.enum(['granted', 'implied']),
});
export type AdContext = z.infer<typeof adTraceSchema>;

/** One thing that happened, as every destination's request is made from it. */
export const conversionSchema = z.object({
  /** The same at every destination and on every attempt. */
  id: z.string(),
  name: z.enum(conversionNames),
  /** Milliseconds since 1970, by our clock where the visitor's is off. */
  atMs: z.int(),
  visitId: z.string(),
  setId: z.string().nullable(),
  /** The page, without query and fragment. */
  url: z.string(),
  valueMinor: z.int().optional(),
  currency: z.enum(currencies).default('EUR'),
  contentName: z.string().optional(),
  contentId: z.string().optional(),
  /** Of a purchase: the checkout session. */
  transactionId: z.string().optional(),
  emailSha256: z.string().optional(),
  trace: adTraceSchema,
});
export type Conversion = z.infer<typeof conversionSchema>;

/** Where visitors are asked, nothing leaves of who was not. */
export const isConsentSufficient = ({ consent }: AdContext, mode: Config['CONSENT']): boolean =>
  mode === 'implied' || consent === 'granted';

/** The id of what happens once to a thing: the same however often it is worked out. */
export const eventIdOf = (name: string, thingId: string): string => sha256(`${name} ${thingId}`).slice(0, 32);

/** In major units, as vendors want it; undefined where an event has no value. */
export const valueOf = ({ valueMinor }: Conversion): number | undefined =>
  valueMinor === undefined ? undefined : toMajorUnits(valueMinor);

export const epochSeconds = ({ atMs }: Conversion): number => Math.floor(atMs / 1000);

const dayMs = 24 * 3600 * 1000;

/** When something happened, unless the visitor's clock is off, or the news too late, by more than a day. */
export const plausibleEventTime = (saidMs: number, nowMs: number): number =>
  saidMs <= nowMs && saidMs >= nowMs - dayMs ? saidMs : nowMs;

/** Paths of the product look like this; what anybody may have typed instead is not passed on. */
export const pageAddress = (origin: string, path: string): string =>
  new URL(/^\/[\w/-]*$/.test(path) ? path : '/', origin).href;
