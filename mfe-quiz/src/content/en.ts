import { brand } from '@funnel/contracts/brand';

import type { Content } from './content-types.ts';

export const en: Content = {
  questions: {
    '/': {
      title: '28-Day Trading Challenge',
      sub: 'Learn to trade step by step, with a plan made for you.',
      question: 'Have you ever traded before?',
      options: { yes: 'YES', no: 'NO' },
    },
    '/step-1': {
      title: 'How old are you?',
      options: { '18-24': '18-24', '25-34': '25-34', '35-44': '35-44', '45+': '45+' },
    },
    '/step-2': {
      title: 'What is your most familiar source of income?',
      options: { employment: 'Full-time employment', passive: 'Passive income', other: 'Other' },
    },
    '/step-3': {
      title: 'How do you feel about your financial situation?',
      options: {
        comfortable: "I'm comfortable",
        stability: "I'd like more stability",
        struggle: 'I struggle to reach my financial goals',
      },
    },
    '/step-4': {
      title: 'Do you want to retire rich?',
      options: {
        retired: "I'm already retired",
        'unsure-how': "Yes but I don't know how",
        'not-considered': "I haven't thought about retirement",
      },
    },
    '/step-5': {
      title: 'How confident are you about your financial future?',
      options: {
        very: 'Very confident',
        somewhat: 'Somewhat confident',
        'not-at-all': 'Not confident at all',
      },
    },
    '/step-6': {
      title: 'Do you ever fear missing out?',
      sub: 'Say, when others talk about a price that doubled overnight.',
      options: {
        'all-the-time': 'Yes all the time',
        sometimes: 'Sometimes',
        rarely: 'Rarely',
        'not-at-all': 'Not at all',
      },
    },
    '/step-7': {
      title: 'Do you know how trading works?',
      options: {
        experienced: "I'm experienced but want to improve",
        heard: "I've heard about it",
        learn: "No but I'd like to learn more",
      },
    },
    '/step-8': {
      title: 'What is your biggest fear about trading?',
      options: {
        losing: 'Losing money',
        'not-knowing': 'Not knowing what to invest in',
        'missing-out': 'Fear of missing out (FOMO)',
        complicated: "It's too complicated for me",
      },
    },
    '/step-9': {
      title: 'What interests you most about trading?',
      options: {
        timing: 'Right timing to sell and buy',
        assets: 'Different types of assets',
        risks: 'Risks and rewards',
        unsure: "I'm not sure yet",
      },
    },
    '/step-10': {
      title: 'Which companies interest you?',
      sub: 'Select all that apply',
      options: {
        netflix: 'Netflix',
        tesla: 'Tesla',
        apple: 'Apple',
        amazon: 'Amazon',
        mcdonalds: 'McDonalds',
        shell: 'Shell',
        exxon: 'Exxon',
        microsoft: 'Microsoft',
        google: 'Google',
        pfizer: 'Pfizer',
      },
    },
    '/step-11': {
      title: 'Which tools would help you most?',
      sub: 'Select all that apply',
      options: {
        tips: 'Regular trading tips and advice',
        coach: 'AI trading coach',
        plan: 'Personal learning plan',
        simulator: 'Risk-free virtual trading simulator',
      },
    },
    '/step-12': {
      title: 'How much would you like to earn from trading?',
      options: { '30-50': '$30,000 - $50,000', '50-100': '$50,000 - $100,000', '100+': 'More than $100,000' },
    },
    '/step-13': {
      title: 'What would you do with additional income from trading?',
      options: {
        bills: 'Pay bills or loans',
        invest: 'Invest and grow it',
        enjoy: 'Enjoy life experiences',
        save: 'Save for unexpected expenses',
      },
    },
    '/step-14': {
      title: 'Evaluate your readiness to trade',
      sub: 'There is no wrong answer.',
      options: {
        completely: 'Completely ready',
        ready: 'Ready',
        somewhat: 'Somewhat ready',
        'not-ready': 'Not ready',
      },
    },
    '/step-15': {
      title: 'Is there something special you want to achieve?',
      subClaim: 'goalLikelihood',
      sub: 'You are more likely to reach your goal if you have something to look forward to.',
      options: {
        house: 'Buy a house',
        wedding: 'A perfect wedding',
        vacation: 'Vacation',
        car: 'Buy a car',
        retirement: 'Worry-free retirement',
      },
    },
    '/step-16': {
      title: 'How much time are you willing to dedicate to achieve your goal?',
      options: { min5: '5 min/day', min10: '10 min/day', min15: '15 min/day', min20: '20 min/day' },
    },
  },
  slides: {
    '/stats-slide': {
      title: `People of any experience learn with ${brand.name}`,
      titleClaim: 'users',
      socialProof: {
        quote: 'A good trader decides first how much to risk, and only then how much to win.',
        author: `The teachers of ${brand.name}`,
        mediaLabel: 'In the press',
      },
    },
    '/info-1': {
      title: 'A plan for your financial future starts small',
      titleClaim: 'worriedAboutFuture',
      sub: 'Knowing how markets work is one calm step towards feeling in charge of your money.',
      points: [
        { icon: 'clock', text: 'Short lessons, a few minutes a day' },
        { icon: 'screen', text: 'Practice without any real money' },
      ],
    },
    '/info-2': {
      title: 'Equip yourself with the best tools to trade with confidence',
      sub: 'Everything you need to practice before any of your own money is involved.',
      points: [
        { icon: 'bulb', text: 'Regular trading tips and advice' },
        { icon: 'spark', text: 'AI trading coach' },
        { icon: 'map', text: 'Personal learning plan' },
        { icon: 'screen', text: 'Risk-free virtual trading simulator' },
      ],
    },
    '/info-3': {
      title: 'We have exactly what you need!',
      sub: 'From the fundamentals to advanced strategies: short lessons that build on each other, at your own pace.',
      points: [
        { icon: 'book', text: 'Fundamentals in plain words' },
        { icon: 'candles', text: 'Reading charts, candle by candle' },
        { icon: 'rise', text: 'Advanced strategies, tried in the simulator' },
      ],
    },
  },
  loading: {
    title: 'Creating your personal challenge...',
    progress: 'Creating your personal challenge',
    percent: (value) => `${value}%`,
    lines: ({ goal, time }) => [
      'Reading your answers',
      goal ? `Setting your goal: ${goal}` : 'Setting your goal',
      time ? `Planning for ${time}` : 'Planning your daily time',
      'Getting your plan page ready',
    ],
    // Sample content: replace with a real review before going live.
    testimonial: {
      text: 'Ten minutes a day was all I had. The lessons are short, and the simulator let me make my mistakes for free.',
      author: 'Marta, 34',
      stars: 5,
      starsLabel: '5 out of 5 stars',
    },
  },
  email: {
    title: 'Where should we send your personalized trading plan?',
    label: 'Your email address',
    placeholder: 'Your email address',
    free: '(FREE)',
    privacy: "We'll never share your email with anyone else",
    benefits: [
      { icon: 'map', text: 'Personalized trading plan' },
      { icon: 'target', text: 'Success assessment with score' },
      { icon: 'calendar', text: 'First 7-day trading task' },
    ],
    errors: {
      required: { title: 'Email required', description: 'Please enter your email address to continue' },
      invalid: { title: 'Invalid email', description: 'Please enter a valid email address' },
    },
    suggestion: (email) => `Did you mean ${email}?`,
  },
  claims: {},
  actions: { next: 'Continue', nextStep: 'NEXT STEP' },
  proofs: {
    pace: 'Lessons take 5 to 20 minutes a day: you choose.',
    simulator: 'You practice in a simulator, without real money.',
    plan: 'Your answers decide where your plan begins.',
    privacy: 'We ask for your email only at the last question.',
    beginner: 'You need no finance degree to begin.',
    data: 'The simulator works with real data.',
  },
  chosenCount: (count) => `${count} selected`,
  scoreLabel: (score) => `${score} out of 5 stars`,
  resume: {
    question: 'Welcome back! Go on where you stopped?',
    welcome: 'Welcome back!',
    continue: 'Continue',
    startOver: 'Start over',
  },
  footer: {
    label: 'Legal',
    links: [
      { tab: 'terms', text: 'Terms and Conditions' },
      { tab: 'privacy', text: 'Privacy Policy' },
      { tab: 'subscription', text: 'Subscription Terms' },
    ],
    warning: 'For education only. Trading carries a high risk of losing capital.',
    title: 'Legal Information',
    loading: 'Loading...',
    failed: 'This text could not be loaded.',
    retry: 'Try again',
    close: 'Close',
  },
};
