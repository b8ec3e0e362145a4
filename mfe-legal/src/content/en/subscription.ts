import { en } from '@funnel/contracts/content/en';
import { formatMoney, type Currency } from '@funnel/contracts/money';
import { planIds, plans, priceOf, type PlanId } from '@funnel/contracts/plans';
import { refundProgress } from '@funnel/contracts/refund-progress';

import { list, text, type LegalFacts, type LegalText } from '../legal-text.ts';

const priceRow = (planId: PlanId, currency: Currency) => {
  const { plan, today, renewal } = priceOf(planId, currency);
  return [
    plan.name,
    `${formatMoney(today)} for the first ${en.period(plan)}`,
    `${formatMoney(renewal)} every ${en.period(plan)}`,
  ];
};

const weeks = new Intl.NumberFormat('en', { style: 'unit', unit: 'week', unitDisplay: 'long' });

/** `1 week, 4 weeks or 12 weeks`: the lengths of the periods of all plans. */
const periods = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  new Set(planIds.map((planId) => weeks.format(plans[planId].periodWeeks))),
);

/** The places in which a subscription bought on the website is canceled. */
const websiteCancellation = ({ app, portalLogin }: LegalFacts['links']) =>
  `Sign in at ${app} and cancel in your profile settings${portalLogin ? `, or cancel with our payment provider at ${portalLogin}` : ''}.`;

export const subscription = ({ currency, links }: LegalFacts): LegalText => ({
  title: 'Subscription Terms',
  lastUpdated: { month: '2025-05' },
  sections: [
    {
      title: '1. The promotional first period',
      blocks: [
        text(
          'Your subscription begins with a paid trial: a first period at a promotional price, charged when you buy. The promotional price holds for the first period only.',
        ),
        text(
          'Unless you cancel at least 24 hours before the first period ends, it turns automatically into a paid recurring subscription at the full price.',
        ),
        {
          kind: 'table',
          caption: 'Prices and renewals',
          head: ['Plan', 'First period, promotional price', 'Renews at'],
          rows: planIds.map((planId) => priceRow(planId, currency)),
        },
        text(
          'If the promotional price has ended before you buy, the full price shown at checkout holds from the first period on. What you saw there counts.',
        ),
      ],
    },
    {
      title: '2. Automatic renewal',
      blocks: [
        text(
          `The subscription renews automatically at the end of each billing cycle of your plan, ${periods}, at the then current price of that plan, charged to the means of payment you used, until you cancel. If we raise a price, we tell you beforehand, so that you can cancel in time.`,
        ),
        text('If a charge fails, we may try again and pause premium access until it is paid.'),
      ],
    },
    {
      title: '3. How to cancel',
      blocks: [
        text(
          'Cancel at least 24 hours before the trial or the current period ends, in the place where you bought:',
        ),
        {
          kind: 'terms',
          entries: [
            { term: 'Website', text: websiteCancellation(links) },
            { term: 'iOS', text: 'Cancel in the settings of your Apple ID account, under Subscriptions.' },
            {
              term: 'Android',
              text: 'Cancel in the settings of your Google Play account, under Payments and subscriptions.',
            },
          ],
        },
        text(
          'Canceling takes effect at the end of the current period. Premium access continues until it expires.',
        ),
        text('Deleting the app does not cancel the subscription.'),
      ],
    },
    {
      title: '4. Refunds',
      blocks: [
        text(
          'By default all sales are final. The exceptions are the money-back guarantee, the right of withdrawal below, and rights that the law gives you.',
        ),
        text('Purchases made through an app store are refunded by that store, under its own rules.'),
      ],
    },
    {
      id: 'guarantee',
      title: '5. The 30-day money-back guarantee',
      blocks: [
        text(
          'Where a money-back guarantee was offered at checkout, you get a full refund of your initial purchase if you meet all of these conditions:',
        ),
        list(
          'you ask for it within 30 days of the purchase,',
          'and before the end of the first billing period,',
          'and you send proof of your progress, such as screenshots, that shows at least what this table asks for:',
        ),
        {
          kind: 'table',
          caption: 'Required progress',
          head: ['Plan', 'Daily streak', 'Completed lessons'],
          rows: planIds.map((planId) => [
            plans[planId].name,
            `${refundProgress[planId].streakDays} days`,
            `${refundProgress[planId].lessons} lessons`,
          ]),
        },
        text(
          'There are no refunds for a change of mind, for a misunderstanding of the charges, or where the progress criteria are not met.',
        ),
        {
          kind: 'mail',
          text: 'Send the request and your proof to',
          email: links.supportEmail,
          subject: 'Money-back guarantee request',
        },
      ],
    },
    {
      title: '6. Right of withdrawal (EEA and Switzerland)',
      blocks: [
        text(
          'If you live in the European Economic Area or in Switzerland, you may withdraw from the purchase within 14 days of it, without giving a reason. It is enough that you send your withdrawal before the 14 days are over.',
        ),
        text(
          'If you have accessed the service before withdrawing, the refund may be reduced pro rata for the part already provided. We refund by the means of payment you used, within 14 days of receiving your withdrawal.',
        ),
        {
          kind: 'form',
          title: 'Model withdrawal form',
          lines: [
            'Complete and return this form only if you wish to withdraw from the contract.',
            `To: ${links.supportEmail}`,
            'I hereby give notice that I withdraw from my contract for the provision of the following service:',
          ],
          fields: [
            'Service',
            'Date of purchase',
            'Full name',
            'Address',
            'E-mail',
            'Signature (only on paper)',
            'Date',
          ],
        },
        {
          kind: 'mail',
          text: 'Send the form to',
          email: links.supportEmail,
          subject: 'Withdrawal from contract',
        },
      ],
    },
    {
      title: '7. Suspension',
      blocks: [
        text(
          'We may suspend or terminate an account for violations of the rules of conduct in the Terms and Conditions.',
        ),
      ],
    },
  ],
});
