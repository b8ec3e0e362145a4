import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import type { Context } from 'koa';

import type { ReleaseContext } from '../platform/release-context.ts';
import { assignSet, assignmentTtlMs, type Channel, type Assignment } from './assign-set.ts';
import type { ComposedSet } from './compose-set.ts';
import type { LiveSets } from './live-sets.ts';
import { localOverride } from './local-override.ts';
import { applyPreviewLink } from './preview.ts';
import {
  assignedSetOf,
  knownVisitIdOf,
  previewOf,
  reportedSetOf,
  setAssignment,
  visitIdOf,
} from './release-cookies.ts';

interface SetUse {
  /** Whether the browser gets a document of the set, and can therefore report its failures. */
  readonly isDocument: boolean;
}

export interface VisitorSets {
  /** The set of the calling browser, which keeps it. Null before the first promotion. */
  setFor(ctx: Context, use?: SetUse): Promise<ComposedSet | null>;
  /** The id of that set, from the service's own cookies only. The set that the page reports is ignored. */
  setIdFor(ctx: Context): Promise<string | null>;
  /** A file of this browser's local remote. Always null except in development. */
  localFile: ReturnType<typeof localOverride>['file'];
  /** Starts or ends a preview if the URL requests it. Returns whether it sent a response. */
  followPreviewLink(ctx: Context): boolean;
}

/** A browser without cookies keeps the set that its page reports, if that set is live. */
function assignmentFromPage(ctx: Context, { stable, canary }: Channel, nowMs: number): Assignment | null {
  const setId = reportedSetOf(ctx);
  return setId && (setId === stable || setId === canary?.setId) ? { setId, seenAtMs: nowMs } : null;
}

/**
 * Ends the assignment of a visitor who has finished: the next page load may assign another set. Events of the current
 * page are still attributed.
 */
export function endAssignment(ctx: Context): void {
  const assignment = assignedSetOf(ctx);
  if (assignment) setAssignment(ctx, { setId: assignment.setId, seenAtMs: 0 });
}

/** Assigns a release set to every visitor, and stores it in a signed cookie. */
export function createVisitorSets(
  { clock, config }: ReleaseContext,
  liveSets: LiveSets,
  cookies: CookieSettings,
): VisitorSets {
  const local = config.NODE_ENV === 'development' ? localOverride(cookies, clock) : null;

  async function publishedSetFor(ctx: Context, isDocument: boolean): Promise<ComposedSet | null> {
    const { kind, targets: [previewed] = [] } = previewOf(ctx) ?? {};
    if (kind === 'set' && previewed) return markAsPreview(await liveSets.byId(previewed));
    const channel = await liveSets.channel();
    if (!channel) return null;

    // The reported set is only used without a visit, because a visit's assignment must not be changed by its page.
    const assignment =
      ownAssignment(ctx) ?? (knownVisitIdOf(ctx) ? null : assignmentFromPage(ctx, channel, clock()));
    const setId = assignSet(channel, { visitId: visitIdOf(ctx), assignment }, clock());
    setAssignment(ctx, { setId, seenAtMs: clock() }, isDocument);
    return liveSets.byId(setId);
  }

  /** The set that was last assigned to this visit, however long ago. Another visit's cookie is ignored. */
  function ownAssignment(ctx: Context): Assignment | null {
    const assignment = assignedSetOf(ctx);
    return assignment?.visitId === knownVisitIdOf(ctx) ? assignment : null;
  }

  return {
    async setIdFor(ctx) {
      const { kind, targets: [previewed] = [] } = previewOf(ctx) ?? {};
      if (kind === 'set' && previewed) return previewed;
      const assignment = ownAssignment(ctx);
      // An open page still shows a set that was withdrawn.
      if (assignment && clock() - assignment.seenAtMs < assignmentTtlMs) return assignment.setId;
      const channel = await liveSets.channel();
      return channel && assignSet(channel, { visitId: visitIdOf(ctx), assignment: null }, clock());
    },
    async setFor(ctx, { isDocument } = { isDocument: false }) {
      const composed = await publishedSetFor(ctx, isDocument);
      return (composed && (await local?.applyTo(ctx, composed))) ?? composed;
    },
    localFile: async (...file) => (await local?.file(...file)) ?? null,
    followPreviewLink: (ctx) => local?.followLink(ctx) || applyPreviewLink(ctx, cookies, clock()),
  };
}

const previews = new WeakMap<ComposedSet, ComposedSet>();

/** Marks a set as a preview. Returns the same object for the same set, so that its documents are composed once. */
function markAsPreview(composed: ComposedSet | null): ComposedSet | null {
  if (!composed) return null;
  const marked = previews.get(composed) ?? { ...composed, set: { ...composed.set, isPreview: true } };
  previews.set(composed, marked);
  return marked;
}
