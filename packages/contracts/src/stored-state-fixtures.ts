import type { FunnelState } from './funnel-state.ts';

/** One visitor by whom shells are compared: never edited, or no shell could be compared with the one before it. */
export const sampleState: FunnelState = {
  specialGoal: 'Buy a house',
  email: 'visitor@example.com',
  quizAnswers: {
    'Trading Experience': 'YES',
    Age: '18-24',
    'Income Source': 'Full-time employment',
    'Financial Situation': "I'm comfortable",
    'Retirement Outlook': "I'm already retired",
    'Financial Confidence': 'Very confident',
    'FOMO Frequency': 'Yes all the time',
    'Trading Knowledge': "I'm experienced but want to improve",
    'Biggest Trading Fear': 'Losing money',
    'Most Interesting Aspect': 'Right timing to sell and buy',
    'Companies of Interest': 'Netflix, Tesla',
    'Preferred Trading Tools': 'Regular trading tips and advice, AI trading coach',
    'Income Goal': '$30,000 - $50,000',
    'Additional Income Use': 'Pay bills or loans',
    'Trading Readiness': 'Completely ready',
    'Daily Time Commitment': '5 min/day',
  },
};

/**
 * That visitor in local storage, in every form that a shell was ever released with, oldest first. There are browsers that
 * still hold each of them: a new form is a new entry, none is edited or taken away.
 */
export const storedFormats: readonly Readonly<Record<string, string>>[] = [
  {
    specialGoal: 'Buy a house',
    email: 'visitor@example.com',
    quizAnswers:
      '{"Trading Experience":"YES","Age":"18-24","Income Source":"Full-time employment","Financial Situation":"I\'m comfortable","Retirement Outlook":"I\'m already retired","Financial Confidence":"Very confident","FOMO Frequency":"Yes all the time","Trading Knowledge":"I\'m experienced but want to improve","Biggest Trading Fear":"Losing money","Most Interesting Aspect":"Right timing to sell and buy","Companies of Interest":"Netflix, Tesla","Preferred Trading Tools":"Regular trading tips and advice, AI trading coach","Income Goal":"$30,000 - $50,000","Additional Income Use":"Pay bills or loans","Trading Readiness":"Completely ready","Daily Time Commitment":"5 min/day"}',
  },
];
