import { planIds, plans, type Plan } from '../plans.ts';
import { refundProgress } from '../refund-progress.ts';
import type { PlanTexts } from './plan-texts.ts';

const period = ({ periodWeeks }: Plan) => (periodWeeks === 1 ? 'week' : `${periodWeeks} weeks`);

const progress = planIds.map((planId) => {
  const { streakDays, lessons } = refundProgress[planId];
  return `${plans[planId].periodWeeks}-week plan: a ${streakDays}-day streak and ${lessons} completed lessons`;
});

export const en: PlanTexts = {
  locale: 'en',
  names: { plan1: plans.plan1.name, plan2: plans.plan2.name, plan3: plans.plan3.name },
  period,
  renewalNotice: (plan, first, next) =>
    first === next
      ? `${next} every ${period(plan)} until canceled.`
      : `First ${period(plan)} at ${first}, then ${next} every ${period(plan)} until canceled.`,
  agreement: [
    'By paying, you agree to the ',
    { tab: 'terms', name: 'Terms and Conditions' },
    ' and the ',
    { tab: 'subscription', name: 'Subscription Terms' },
    ', and confirm that you have read the ',
    { tab: 'privacy', name: 'Privacy Policy' },
    '.',
  ],
  guarantee: `30-day protection, satisfaction or refund: you get a full refund within 30 days of your initial purchase if you ask for it before the end of your first billing period and send proof of your progress (${progress.join('; ')}).`,
};
