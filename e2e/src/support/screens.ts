import { checkoutControls, checkoutTexts, guarantee, support } from './purchase-texts.ts';

/** The content of each quiz screen, from the product's description. Nothing here comes from the code. */
export interface ExpectedScreen {
  readonly path: string;
  readonly heading: string;
  /** A question below the heading, if the heading is not a question. */
  readonly question?: string;
  /** Further texts on the screen. */
  readonly texts?: readonly (string | RegExp)[];
  readonly kind: 'choice' | 'multi' | 'slide' | 'loading' | 'email';
  readonly options?: readonly string[];
  /** The storage key of the answer. */
  readonly label?: string;
  readonly counter: string | null;
  /** In percent. */
  readonly progress: number;
  readonly next: string;
  readonly back: string | null;
}

const step = (number: number) => ({ counter: `${number} / 17`, progress: Math.round((number / 17) * 100) });
const uncounted = (lastNumber: number) => ({ counter: null, progress: Math.round((lastNumber / 17) * 100) });

/** In their order, which says where they lead. The arrow of the last screen passes over the loading screen, which has none. */
const described: readonly (Omit<ExpectedScreen, 'next' | 'back'> & Partial<ExpectedScreen>)[] = [
  {
    path: '/',
    heading: '28-Day Trading Challenge',
    question: 'Have you ever traded before?',
    texts: ['For education only. Trading carries a high risk of losing capital.'],
    kind: 'choice',
    options: ['YES', 'NO'],
    label: 'Trading Experience',
    ...uncounted(0),
  },
  {
    path: '/step-1',
    heading: 'How old are you?',
    kind: 'choice',
    options: ['18-24', '25-34', '35-44', '45+'],
    label: 'Age',
    ...step(1),
  },
  {
    path: '/stats-slide',
    heading: '1,000,000+ people use Candela',
    texts: ['4.6', 'Satisfaction score on a review site', 'Users’ choice', /good trader.*risk/, 'The Ledger'],
    kind: 'slide',
    ...uncounted(1),
  },
  {
    path: '/step-2',
    heading: 'What is your most familiar source of income?',
    kind: 'choice',
    options: ['Full-time employment', 'Passive income', 'Other'],
    label: 'Income Source',
    ...step(2),
  },
  {
    path: '/step-3',
    heading: 'How do you feel about your financial situation?',
    kind: 'choice',
    options: ["I'm comfortable", "I'd like more stability", 'I struggle to reach my financial goals'],
    label: 'Financial Situation',
    ...step(3),
  },
  {
    path: '/step-4',
    heading: 'Do you want to retire rich?',
    kind: 'choice',
    options: ["I'm already retired", "Yes but I don't know how", "I haven't thought about retirement"],
    label: 'Retirement Outlook',
    ...step(4),
  },
  {
    path: '/step-5',
    heading: 'How confident are you about your financial future?',
    kind: 'choice',
    options: ['Very confident', 'Somewhat confident', 'Not confident at all'],
    label: 'Financial Confidence',
    ...step(5),
  },
  {
    path: '/info-1',
    heading: '77% of people worry about their financial future',
    texts: [/bank survey/],
    kind: 'slide',
    ...uncounted(5),
  },
  {
    path: '/step-6',
    heading: 'Do you ever fear missing out?',
    kind: 'choice',
    options: ['Yes all the time', 'Sometimes', 'Rarely', 'Not at all'],
    label: 'FOMO Frequency',
    ...step(6),
  },
  {
    path: '/step-7',
    heading: 'Do you know how trading works?',
    kind: 'choice',
    options: ["I'm experienced but want to improve", "I've heard about it", "No but I'd like to learn more"],
    label: 'Trading Knowledge',
    ...step(7),
  },
  {
    path: '/step-8',
    heading: 'What is your biggest fear about trading?',
    kind: 'choice',
    options: [
      'Losing money',
      'Not knowing what to invest in',
      'Fear of missing out (FOMO)',
      "It's too complicated for me",
    ],
    label: 'Biggest Trading Fear',
    ...step(8),
  },
  {
    path: '/step-9',
    heading: 'What interests you most about trading?',
    kind: 'choice',
    options: [
      'Right timing to sell and buy',
      'Different types of assets',
      'Risks and rewards',
      "I'm not sure yet",
    ],
    label: 'Most Interesting Aspect',
    ...step(9),
  },
  {
    path: '/step-10',
    heading: 'Which companies interest you?',
    texts: ['Select all that apply'],
    kind: 'multi',
    options: [
      'Netflix',
      'Tesla',
      'Apple',
      'Amazon',
      'McDonalds',
      'Shell',
      'Exxon',
      'Microsoft',
      'Google',
      'Pfizer',
    ],
    label: 'Companies of Interest',
    ...step(10),
  },
  {
    path: '/step-11',
    heading: 'Which tools would help you most?',
    texts: ['Select all that apply'],
    kind: 'multi',
    options: [
      'Regular trading tips and advice',
      'AI trading coach',
      'Personal learning plan',
      'Risk-free virtual trading simulator',
    ],
    label: 'Preferred Trading Tools',
    ...step(11),
  },
  {
    path: '/info-2',
    heading: 'Equip yourself with the best tools to trade with confidence',
    kind: 'slide',
    ...uncounted(11),
  },
  {
    path: '/step-12',
    heading: 'How much would you like to earn from trading?',
    kind: 'choice',
    options: ['$30,000 - $50,000', '$50,000 - $100,000', 'More than $100,000'],
    label: 'Income Goal',
    ...step(12),
  },
  {
    path: '/info-3',
    heading: 'We have exactly what you need!',
    texts: [/fundamentals to advanced strategies/],
    kind: 'slide',
    ...uncounted(12),
  },
  {
    path: '/step-13',
    heading: 'What would you do with additional income from trading?',
    kind: 'choice',
    options: [
      'Pay bills or loans',
      'Invest and grow it',
      'Enjoy life experiences',
      'Save for unexpected expenses',
    ],
    label: 'Additional Income Use',
    ...step(13),
  },
  {
    path: '/step-14',
    heading: 'Evaluate your readiness to trade',
    kind: 'choice',
    options: ['Completely ready', 'Ready', 'Somewhat ready', 'Not ready'],
    label: 'Trading Readiness',
    ...step(14),
  },
  {
    path: '/step-15',
    heading: 'Is there something special you want to achieve?',
    texts: [/more likely to reach your goal/],
    kind: 'choice',
    options: ['Buy a house', 'A perfect wedding', 'Vacation', 'Buy a car', 'Worry-free retirement'],
    ...step(15),
  },
  {
    path: '/step-16',
    heading: 'How much time are you willing to dedicate to achieve your goal?',
    kind: 'choice',
    options: ['5 min/day', '10 min/day', '15 min/day', '20 min/day'],
    label: 'Daily Time Commitment',
    ...step(16),
  },
  {
    path: '/loading',
    heading: 'Creating your personal challenge...',
    texts: ['1 million+ people have chosen Candela'],
    kind: 'loading',
    ...uncounted(16),
    back: null,
  },
  {
    path: '/step-17',
    heading: 'Where should we send your personalized trading plan?',
    texts: [
      '(FREE)',
      "We'll never share your email with anyone else",
      'Personalized trading plan',
      'Success assessment with score',
      'First 7-day trading task',
    ],
    kind: 'email',
    ...step(17),
    back: '/step-16',
  },
];

export const screens: readonly ExpectedScreen[] = described.map((screen, index) => ({
  next: described[index + 1]?.path ?? '/final',
  back: described[index - 1]?.path ?? null,
  ...screen,
}));

/** A page outside the quiz as a new visitor sees it. */
export interface ExpectedPage {
  readonly address: string;
  readonly heading: string;
  readonly texts: readonly (string | RegExp)[];
  /** Every control of the main element with role, name and state, in order. */
  readonly controls: readonly string[];
  /** Null if there is no arrow, `no bar` if the page has its own header. */
  readonly back: string | null | 'no bar';
}

const buy = ['button "GET IMMEDIATE ACCESS"', 'button "Terms and Conditions"', 'button "Subscription Terms"'];

export const pages: readonly ExpectedPage[] = [
  {
    address: '/final',
    heading: 'Your personalized trading plan',
    texts: [
      'Discount expires in',
      'Specially designed for your profile and goals',
      'This is not a guarantee or promise of results.',
      'Trading is easier than you think',
      'A four-day program',
      'PRACTICAL TOOLS',
      'CHART READING',
      'ACCELERATE WEALTH',
      'TRADING DECISIONS',
      'Start with $20',
      'No finance degree needed',
      'No need to be a market expert',
      'Special time-limited offer',
      'MOST POPULAR',
      '3 months of use gives twice the results of 1 month*',
      /^\* Based on Candela research comparing learners after 3 months and after 1 month/,
      'Learn key trading terms and rules',
      '2,000 instructional lesson questions',
      'Trading simulator with real data',
      'Personal mastery challenges',
      guarantee,
      'App Store',
      'Google Play',
      'Web app',
      /for educational purposes only/,
      /^Trading carries a high risk of losing capital/,
      /^No results are guaranteed/,
    ],
    controls: [
      'button "MY PLAN"',
      'button "+75% on your starting point. More about this figure"',
      'radio "1-WEEK PLAN Then $13.86 every week Before: $13.86 $6.93 $0.99 per day"',
      'radio "MOST POPULAR 4-WEEK PLAN Then $39.99 every 4 weeks Before: $39.99 $19.99 $0.71 per day" [checked]',
      'radio "12-WEEK PLAN Then $79.99 every 12 weeks Before: $79.99 $39.99 $0.48 per day"',
      ...buy,
      'button "About the per-day price"',
      'button "See the refund conditions"',
      'link "Open the Web app" → https://app.candela.example',
      ...buy,
      'button "Terms and Conditions"',
      'button "Privacy Policy"',
      'button "Subscription Terms"',
      'button "Disclaimer"',
    ],
    back: 'no bar',
  },
  {
    address: '/checkout',
    heading: 'Complete Your Order',
    texts: checkoutTexts,
    controls: checkoutControls,
    back: '/final',
  },
  {
    address: '/payment-success',
    heading: 'Payment Successful!',
    texts: [
      'Thank you for purchasing the 4-WEEK PLAN.',
      /confirmation email to your email address/,
      'Your first 7-day trading task',
    ],
    controls: [
      'link "Activate Your Account Now" → https://app.candela.example/activate-account',
      'link "Return to Home" → https://app.candela.example',
      'button "Print this task"',
      support,
    ],
    back: null,
  },
  {
    address: '/payment-success?session_id=cs_test_unknown',
    heading: 'We could not find this payment',
    texts: [],
    controls: ['link "support@candela.example" → mailto:support@candela.example'],
    back: null,
  },
  {
    address: '/no-such-page',
    heading: 'Oops! Page not found',
    texts: ['404'],
    controls: ['link "Return to Home" → /'],
    back: null,
  },
];
