import type { FunnelState } from './funnel-state.ts';

/** The sample visitor on whom shells are compared. Never edit it, because older shells were built with it. */
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
 * The sample visitor in local storage, in every format that a released shell has written, oldest first. Browsers still contain
 * all of them, so add new formats and never edit or remove one.
 */
export const storedFormats: readonly Readonly<Record<string, string>>[] = [
  {
    specialGoal: 'Buy a house',
    email: 'visitor@example.com',
    quizAnswers:
      '{"Trading Experience":"YES","Age":"18-24","Income Source":"Full-time employment","Financial Situation":"I\'m comfortable","Retirement Outlook":"I\'m already retired","Financial Confidence":"Very confident","FOMO Frequency":"Yes all the time","Trading Knowledge":"I\'m experienced but want to improve","Biggest Trading Fear":"Losing money","Most Interesting Aspect":"Right timing to sell and buy","Companies of Interest":"Netflix, Tesla","Preferred Trading Tools":"Regular trading tips and advice, AI trading coach","Income Goal":"$30,000 - $50,000","Additional Income Use":"Pay bills or loans","Trading Readiness":"Completely ready","Daily Time Commitment":"5 min/day"}',
  },
];
