import { brand } from '@funnel/contracts/brand';
import { en as catalog } from '@funnel/contracts/content/en';
import { firstTaskLines } from '@funnel/contracts/first-task';

export const en = {
  catalog,
  /** The special goals by their recorded names. Anybody can send another one, and no email contains it. */
  goals: Object.fromEntries(
    ['Buy a house', 'A perfect wedding', 'Vacation', 'Buy a car', 'Worry-free retirement'].map((goal) => [
      goal,
      goal,
    ]),
  ),
  plan: {
    subject: 'Your personalized trading plan',
    intro: `Here is the plan that you asked ${brand.name} for.`,
    /** After the intro, if there are answers. */
    byAnswers: 'It follows from your answers.',
    goal: (goal: string) => `Your goal: ${goal}`,
    score: (score: number) => `Your success assessment: ${score} of 100 points`,
    scoreNote:
      'The score says how prepared you are to start learning, by your own answers. It does not predict results of trading.',
    link: 'See your plan',
    unsubscribe: 'Unsubscribe from these emails',
  },
  confirmation: {
    subject: 'Payment Successful!',
    thanks: (plan: string) => `Thank you for purchasing the ${plan}.`,
    paid: (amount: string) => `Paid today: ${amount}`,
    cancel:
      'Cancel any time in your profile settings, at least 24 hours before the period ends. You keep access until then.',
    transaction: (id: string) => `Transaction ID: ${id}`,
    link: `Open ${brand.name}`,
    support: (email: string) => `Questions? Write to ${email}`,
  },
  task: (minutes: number) => `Your first 7-day trading task, about ${minutes} minutes a day:`,
  day: (number: number) => `Day ${number}`,
  days: firstTaskLines,
  /** In both emails. */
  warning: 'For education only. Trading carries a high risk of losing capital.',
  /** The page behind the link of the plan email. */
  unsubscribe: {
    title: 'Unsubscribe',
    question: 'Stop receiving emails about your plan?',
    action: 'Unsubscribe',
    done: 'You are unsubscribed. We will not send you any more emails about your plan.',
    invalid: 'This link is not valid. Please use the link of the email unchanged.',
  },
};

/** All texts of the emails in one language. */
export type EmailTexts = typeof en;
