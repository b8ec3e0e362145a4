import { conversionNames } from '@funnel/contracts/events';
import { currencies, currencySchema, toMajorUnits } from '@funnel/contracts/money';
import { dayMs } from '@funnel/service-kit/durations';
import * as z from 'zod';

import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/emails/hash-email.ts';
import { attributionSchema } from './attribution.ts';
import { browserIdsSchema } from './browser-ids.ts';

/** The details of a visitor's browser that may be sent to ad platforms. Null without sufficient consent. */
export const adContextSchema = z.object({
  /** The origin under which the visitor sees the site. */
  origin: z.string(),
  /** The IP. Do not rename: stored JSON uses this key. */
  address: z.string(),
  /** The user agent. */
  agent: z.string(),
  attribution: attributionSchema,
  browserIds: browserIdsSchema.default({}),
  /** The cookie of TikTok's pixel, if the owner uses it elsewhere on the same host. */
  ttp: z.string().optional(),
  /** The preferred language, as in the header Accept-Language. */
  locale: z.string().optional(),
  /** The currency of the visit. */
  currency: currencySchema,
  /** The basis on which it may be sent. */
  consent: z.enum(['granted', 'implied']),
});
export type AdContext = z.infer<typeof adContextSchema>;

/** One event, from which the request to every destination is built. */
export const conversionSchema = z.object({
  /** The same at every destination and on every attempt. */
  id: z.string(),
  name: z.enum(conversionNames),
  /** Milliseconds since 1970, by our clock if the visitor's clock is wrong. */
  atMs: z.int(),
  visitId: z.string(),
  setId: z.string().nullable(),
  /** The page URL, without query and fragment. */
  url: z.string(),
  valueMinor: z.int().optional(),
  currency: z.enum(currencies).default('EUR'),
  contentName: z.string().optional(),
  contentId: z.string().optional(),
  /** The checkout session of a purchase. */
  transactionId: z.string().optional(),
  emailSha256: z.string().optional(),
  /** The same email by Google's rules. */
  googleEmailSha256: z.string().optional(),
  /** The first page view of a session, which carries its campaign. */
  startsSession: z.boolean().optional(),
  /** The ad context. Do not rename: stored JSON uses this key. */
  trace: adContextSchema,
});
export type Conversion = z.infer<typeof conversionSchema>;

/** Returns whether the conversion may be sent. If consent is required, the visitor must have granted it. */
export const isConsentSufficient = ({ consent }: AdContext, mode: Config['CONSENT']): boolean =>
  mode === 'implied' || consent === 'granted';

/** Returns a deterministic id for an event that happens once per subject. */
export const eventIdOf = (name: string, subjectId: string): string =>
  sha256(`${name} ${subjectId}`).slice(0, 32);

/** The value in major units, as ad platforms expect it, or undefined. */
export const conversionValue = ({ valueMinor }: Conversion): number | undefined =>
  valueMinor === undefined ? undefined : toMajorUnits(valueMinor);

/** The currency, which ad platforms take only with a value. */
export const conversionCurrency = ({ valueMinor, currency }: Conversion): string | undefined =>
  valueMinor === undefined ? undefined : currency;

export const epochSeconds = ({ atMs }: Conversion): number => Math.floor(atMs / 1000);

/** Returns the reported time, or now if it is in the future or more than a day ago. */
export const plausibleEventTime = (reportedMs: number, nowMs: number): number =>
  reportedMs <= nowMs && reportedMs >= nowMs - dayMs ? reportedMs : nowMs;

/** Returns the page's URL. A path that the site cannot have is replaced, because it may contain typed text or name another host. */
export const pageUrl = (origin: string, path: string): string =>
  new URL(/^(\/[\w-]+)*\/?$/.test(path) ? path : '/', origin).href;
