import { attributedSetOf, isPreview } from '@funnel/releases/visitors/release-cookies';
import { callerIp } from '@funnel/service-kit/http/ip-address';
import type { Context } from 'koa';

import type { AppContext } from '../platform/app-context.ts';
import type { Queries } from '../platform/database.ts';
import { applyConsent } from './apply-consent.ts';
import { leadEvent, type NewLead } from './lead-event.ts';
import { networkBudget } from './network-budget.ts';
import { recordEvents } from './record-events.ts';
import { consentedAt, visitorContextOf } from './visitor-context.ts';

/** Provides the tracking of leads: their visit, the budget of their networks, and their events. */
export function createLeadTracking(context: AppContext) {
  const budget = networkBudget(context, 'leads');
  return {
    /** Milliseconds until the caller's networks may send a lead again, or null if it may send one now. */
    waitMs: (ctx: Context): number | null => budget.waitMs(callerIp(ctx)),

    /** Returns the visit that sends the lead, or null in a preview, which creates no leads. */
    async visitOf(ctx: Context): Promise<Omit<NewLead, 'lead'> | null> {
      if (isPreview(ctx)) return null;
      const visitor = visitorContextOf(context, ctx);
      const adContext = await applyConsent(context, visitor);
      return {
        visitId: visitor.visitId,
        setId: attributedSetOf(ctx),
        adContext,
        consentedAtMs: consentedAt(context, visitor),
      };
    },

    /** Records the Lead event of each lead. Call it in the transaction that stores the leads. */
    async record(db: Queries, leads: readonly NewLead[], nowMs: number): Promise<void> {
      await recordEvents(
        context,
        db,
        leads.map((lead) => leadEvent(lead, nowMs)),
      );
    },

    /** Subtracts the size of a stored lead from the budget of the caller's networks. */
    spendBudget: (ctx: Context, bytes: number): void => budget.spend(callerIp(ctx), bytes),
  };
}
