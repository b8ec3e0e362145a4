import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import type { Context } from 'koa';

import type { ReleaseContext } from '../platform/release-context.ts';
import { assignSet, assignmentTtlMs, type Channel, type Assignment } from './assign-set.ts';
import type { ComposedSet } from './compose-set.ts';
import type { LiveSets } from './live-sets.ts';
import { localOverride } from './local-override.ts';
import { answerPreviewLink } from './preview.ts';
import {
  assignedSetOf,
  knownVisitIdOf,
  previewOf,
  reportedSetOf,
  setAssignment,
  visitIdOf,
} from './release-cookies.ts';

interface ReleaseUse {
  /** Whether the browser gets a document of the release, and so can tell whether it fails. */
  readonly isDocument: boolean;
}

export interface VisitorReleases {
  /** The release of the calling browser, which stays on it; null until something was promoted. */
  releaseFor(ctx: Context, use?: ReleaseUse): Promise<ComposedSet | null>;
  /** The set of that release, by the service's own cookies alone: what the page says of itself changes nothing. */
  setIdFor(ctx: Context): Promise<string | null>;
  /** A file of a remote that this browser has from its own machine; null everywhere but in development. */
  localFile: ReturnType<typeof localOverride>['file'];
  /** Begins or ends a preview where the address asks for it; says whether it answered. */
  followPreviewLink(ctx: Context): boolean;
}

/** A browser that keeps no cookies stays where its page says that it is, if that is live. */
function placementOfPage(ctx: Context, { stable, canary }: Channel, nowMs: number): Assignment | null {
  const setId = reportedSetOf(ctx);
  return setId && (setId === stable || setId === canary?.setId) ? { setId, seenAtMs: nowMs } : null;
}

/** The visitor has finished: the next page load may give them another set. What the page before them reports still counts. */
export function endAssignment(ctx: Context): void {
  const given = assignedSetOf(ctx);
  if (given) setAssignment(ctx, { setId: given.setId, seenAtMs: 0 }, assignmentTtlMs);
}

/** Hands every visitor their release set, and keeps them on it by a signed cookie. */
export function visitorReleases(
  { clock, config }: ReleaseContext,
  live: LiveSets,
  cookies: CookieSettings,
): VisitorReleases {
  const local = config.NODE_ENV === 'development' ? localOverride(cookies, clock) : null;

  async function publishedFor(ctx: Context, isDocument: boolean): Promise<ComposedSet | null> {
    const { kind, about: [previewed] = [] } = previewOf(ctx) ?? {};
    if (kind === 'set' && previewed) return asPreview(await live.release(previewed));
    const channel = await live.channel();
    if (!channel) return null;

    // What a page says of itself counts only where there is no visit, and so nothing on record, that it could change.
    const placement =
      assignedSetOf(ctx) ?? (knownVisitIdOf(ctx) ? null : placementOfPage(ctx, channel, clock()));
    const setId = assignSet(channel, { visitId: visitIdOf(ctx), placement }, clock());
    setAssignment(ctx, { setId, seenAtMs: clock() }, assignmentTtlMs, isDocument);
    return live.release(setId);
  }

  /** The set that this visit was given at most a day ago. Another visit's cookie does not speak for it. */
  function ownPlacement(ctx: Context): Assignment | null {
    const given = assignedSetOf(ctx);
    return given?.visitId === knownVisitIdOf(ctx) ? given : null;
  }

  return {
    async setIdFor(ctx) {
      const { kind, about: [previewed] = [] } = previewOf(ctx) ?? {};
      if (kind === 'set' && previewed) return previewed;
      const placement = ownPlacement(ctx);
      // An open page still shows a set that was withdrawn.
      if (placement && clock() - placement.seenAtMs < assignmentTtlMs) return placement.setId;
      const channel = await live.channel();
      return channel && assignSet(channel, { visitId: visitIdOf(ctx), placement: null }, clock());
    },
    async releaseFor(ctx, { isDocument } = { isDocument: false }) {
      const release = await publishedFor(ctx, isDocument);
      return (release && (await local?.applyTo(ctx, release))) ?? release;
    },
    localFile: async (...file) => (await local?.file(...file)) ?? null,
    followPreviewLink: (ctx) => local?.followLink(ctx) || answerPreviewLink(ctx, cookies, clock()),
  };
}

const previews = new WeakMap<ComposedSet, ComposedSet>();

/** The same release, marked; one object a release, so that its documents are composed once. */
function asPreview(release: ComposedSet | null): ComposedSet | null {
  if (!release) return null;
  const known = previews.get(release) ?? { ...release, set: { ...release.set, isPreview: true } };
  previews.set(release, known);
  return known;
}
