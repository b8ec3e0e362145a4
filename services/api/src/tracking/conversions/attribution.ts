import { dayMs } from '@funnel/service-kit/durations';
import * as z from 'zod';

import { fbcPart, part, readParts, writeParts } from './cookie-parts.ts';

/** A text without the `@` of an email, even if it is URL-encoded several times. */
const tag = /^(?!.*%(?:25)*40)[^@\p{Cc}]{1,100}$/su;
const clickId = /^[\w.~-]{1,400}$/;

/** A visitor's origin, from the landing URL and the Referer header. */
export const attributionSchema = z.object({
  utm_id: part(tag),
  utm_source: part(tag),
  utm_medium: part(tag),
  utm_campaign: part(tag),
  utm_term: part(tag),
  utm_content: part(tag),
  fbc: fbcPart,
  ttclid: part(clickId),
  gclid: part(clickId),
  gbraid: part(clickId),
  wbraid: part(clickId),
  /** The referring site's host, without a path. */
  referrer: part(/^[\w.-]{1,100}$/),
});
export type Attribution = z.infer<typeof attributionSchema>;

/**
 * The most bytes of a campaign in the cookie. Browsers ignore a cookie whose name and value have more than 4,096, see
 * section 5.6 of RFC 6265bis; the rest is for the referrer and the time.
 */
const maxCampaignBytes = 3_800;

/** Leaves out what no cookie can contain: the longest tags, and click ids only if no tag is left. */
function fitCookie(campaign: Attribution): Attribution {
  if (writeParts(campaign).length <= maxCampaignBytes) return campaign;
  const bytesOf = (name: keyof Attribution) => writeParts({ [name]: campaign[name] }).length;
  const isTag = (name: string) => Number(name.startsWith('utm_'));
  const [dropped] = attributionSchema
    .keyof()
    .options.filter((name) => bytesOf(name) > 0)
    .toSorted((one, other) => isTag(other) - isTag(one) || bytesOf(other) - bytesOf(one));
  return dropped ? fitCookie({ ...campaign, [dropped]: undefined }) : campaign;
}

const isEmpty = (attribution: Attribution) =>
  Object.values(attribution).every((value) => value === undefined);

/** An attribution, and when the visitor came with it, in milliseconds. */
export interface StoredAttribution {
  readonly attribution: Attribution;
  readonly at: number;
}

export const maxAttributionAgeMs = 30 * dayMs;

/** What the cookie contains. One that an earlier version has set has no time. */
const storedSchema = attributionSchema.extend({ at: part(/^\d{13}$/) });

/** Returns null if the cookie contains no attribution, or one that is older than 30 days. */
export function readAttribution(cookie: string | undefined, nowMs: number): StoredAttribution | null {
  const { at, ...attribution } = readParts(storedSchema, cookie);
  // The service's clock may have been set back.
  const cameAtMs = Math.min(Number(at ?? nowMs), nowMs);
  return isEmpty(attribution) || nowMs - cameAtMs >= maxAttributionAgeMs
    ? null
    : { attribution, at: cameAtMs };
}

export const writeAttribution = ({ attribution, at }: StoredAttribution): string =>
  writeParts({ ...attribution, at: String(at) });

function otherHost(referrer: string, ownHost: string): string | undefined {
  if (!URL.canParse(referrer)) return undefined;
  const { host, hostname } = new URL(referrer);
  return host === ownHost ? undefined : hostname;
}

interface Landing {
  readonly query: URLSearchParams;
  /** The Referer header, or an empty string. */
  readonly referrer: string;
  readonly ownHost: string;
  readonly nowMs: number;
}

/** The last campaign wins. A referrer alone is stored only if no attribution is known. */
export function attributionOf(landing: Landing, earlier: StoredAttribution | null): StoredAttribution | null {
  const { query, nowMs } = landing;
  const fbclid = query.get('fbclid');
  const known = earlier?.attribution.fbc;
  const clickFbc = fbclid ? `fb.1.${nowMs}.${fbclid}` : undefined;
  const campaign = fitCookie(
    attributionSchema.parse({
      ...Object.fromEntries(query),
      fbc: fbclid && known?.endsWith(`.${fbclid}`) ? known : clickFbc,
      referrer: undefined,
    }),
  );
  // A repeated click, for example after a reload, keeps its first time.
  const isRepeated =
    JSON.stringify(campaign) === JSON.stringify({ ...earlier?.attribution, referrer: undefined });
  const referrer = otherHost(landing.referrer, landing.ownHost);
  if (isEmpty(campaign) && (earlier || !referrer)) return earlier;
  const attribution = attributionSchema.parse({ ...campaign, referrer });
  return { attribution, at: isRepeated && earlier ? earlier.at : nowMs };
}
