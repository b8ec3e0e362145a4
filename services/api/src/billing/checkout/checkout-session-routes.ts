import {
  createCheckoutRequestSchema,
  type CheckoutSessionResponse,
  type CreateCheckoutResponse,
  type PurchaseResponse,
} from '@funnel/contracts/api';
import { checkEmail, trimEmail } from '@funnel/contracts/email';
import { currencySchema } from '@funnel/contracts/money';
import { priceOf } from '@funnel/contracts/plans';
import { attributedSetOf, isCounted, isPreview } from '@funnel/releases/visitors/release-cookies';
import { endAssignment, type VisitorSets } from '@funnel/releases/visitors/visitor-set';
import type { CookieSettings } from '@funnel/service-kit/http/cookie-settings';
import type { PublicHandlers } from '@funnel/service-kit/http/endpoint-router';
import { callerIp } from '@funnel/service-kit/http/ip-address';
import { readJson } from '@funnel/service-kit/http/json-body';
import { publicOrigin } from '@funnel/service-kit/http/public-origin';
import { problem } from '@funnel/service-kit/problem';
import type { Context } from 'koa';

import { createPlanEmailLimit } from '../../emails/plan-email-limit.ts';
import type { VisitExperiments } from '../../experiments/visit-experiments.ts';
import { decidePromotionalPrice } from '../../offer/offer.ts';
import { emailProblem } from '../../platform/emails/email-problem.ts';
import { isAlias } from '../../platform/emails/removed-email.ts';
import { requestLocale } from '../../platform/page-locale.ts';
import type { CheckoutSessionRow } from '../../platform/schema.ts';
import { applyConsent } from '../../tracking/apply-consent.ts';
import { knownVisitId, visitOf } from '../../tracking/visit.ts';
import { visitorContextOf } from '../../tracking/visitor-context.ts';
import { issueActivationToken } from '../entitlement/activation.ts';
import { soldPlan } from '../entitlement/sold-plan.ts';
import type { PaymentContext } from '../payment-context.ts';
import { maskEmail } from './mask-email.ts';
import { openCheckoutSession } from './open-checkout-session.ts';
import { createPurchaseCookie } from './purchase-cookie.ts';
import { findPurchase, readCheckoutSession } from './read-checkout-session.ts';

const details = {
  notConfigured: 'Stripe configuration is incorrect. Please contact the administrator.',
  email: 'Email is required for checkout. Please go back and provide your email.',
};

function emailFrom(typed: string): string {
  const check = checkEmail(typed);
  if (check === 'required') throw problem('email-required', { detail: details.email });
  if (check === 'invalid') throw emailProblem(check);
  return trimEmail(typed);
}

function publicFieldsOf(row: CheckoutSessionRow) {
  return {
    plan: soldPlan(row.plan_id),
    amountMinor: row.amount_minor,
    currency: currencySchema.parse(row.currency),
    ...(row.tax_minor && { taxMinor: row.tax_minor }),
  };
}

export function checkoutSessionRoutes(
  context: PaymentContext,
  visitors: Pick<VisitorSets, 'setIdFor'>,
  experiments: Pick<VisitExperiments, 'settingsFor'>,
  cookies: CookieSettings,
): PublicHandlers<'createCheckout' | 'readCheckoutSession' | 'readPurchase'> {
  const { config, payments } = context;
  const purchaseCookie = createPurchaseCookie(cookies);
  const maySendPlanEmail = createPlanEmailLimit(context, 'checkouts');
  /**
   * The response for the visit that owns the session. If it has paid, ends its assignment, remembers the purchase and issues
   * an activation token.
   */
  async function completeForOwner(ctx: Context, row: CheckoutSessionRow): Promise<CheckoutSessionResponse> {
    if (row.status === 'paid') {
      // The visitor has finished, so the next page load may use the live set.
      endAssignment(ctx);
    }
    // A debit may succeed after the visit has ended.
    if (row.status === 'paid' || row.status === 'processing') purchaseCookie.remember(ctx, row.id);
    const activationToken = await issueActivationToken(context, row);
    return {
      status: row.status,
      ...publicFieldsOf(row),
      email: row.email,
      ...(activationToken && { activationToken }),
    };
  }
  return {
    async createCheckout(ctx) {
      const { planId, email, attemptId, quizState, activationToken } = await readJson(
        ctx,
        createCheckoutRequestSchema,
      );
      const shownSetId = attributedSetOf(ctx);
      // The buyer agrees to the terms of the page, also of one that was open for more than a day.
      const termsSetId = shownSetId ?? (await visitors.setIdFor(ctx));
      const buyer = {
        email: emailFrom(email),
        locale: requestLocale(ctx),
        origin: publicOrigin(config, ctx),
        ip: callerIp(ctx),
        sendsPlanEmail: await maySendPlanEmail(ctx),
        // A sale counts also without the cookie of its set, as in a browser that keeps none.
        setId: shownSetId ?? (isCounted(ctx) ? termsSetId : null),
        termsSetId,
        isPreview: isPreview(ctx),
      };
      if (!payments) throw problem('payments-not-configured', { detail: details.notConfigured });

      const visit = visitOf(ctx);
      const isPromotionalPriceActive = await decidePromotionalPrice(context, { visitId: visit.id, ...buyer });
      const price = priceOf(planId, visit.currency, isPromotionalPriceActive);
      const adTrace = await applyConsent(context, visitorContextOf(context, ctx));
      const { checkoutPresentation: presentation = config.CHECKOUT_PRESENTATION } =
        await experiments.settingsFor(ctx);
      const order = {
        ...buyer,
        presentation,
        attemptId,
        visitId: visit.id,
        price,
        adTrace,
        quizState,
        activationToken,
      };
      const row = await openCheckoutSession(context, payments, order, purchaseCookie.read(ctx));
      ctx.status = 201;
      ctx.body = {
        sessionId: row.id,
        clientSecret: row.client_secret,
        ...publicFieldsOf(row),
        plan: { planId, name: price.plan.name },
        renewalMinor: price.renewal.amountMinor,
        renewalNotice: row.renewal_notice,
      } satisfies CreateCheckoutResponse;
    },

    async readCheckoutSession(ctx) {
      const row = await readCheckoutSession(context, ctx.params['id'] ?? '');
      ctx.body =
        row.visit_id === knownVisitId(ctx) && !isAlias(row.email)
          ? await completeForOwner(ctx, row)
          : ({
              status: row.status,
              ...publicFieldsOf(row),
              email: maskEmail(row.email),
            } satisfies CheckoutSessionResponse);
    },

    async readPurchase(ctx) {
      const row = await findPurchase(context, knownVisitId(ctx));
      ctx.body = { ...(await completeForOwner(ctx, row)), sessionId: row.id } satisfies PurchaseResponse;
    },
  };
}
