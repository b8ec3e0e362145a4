import type { AssessedLabel } from '@funnel/contracts/assessment';
import { brand } from '@funnel/contracts/brand';
import { en as catalog } from '@funnel/contracts/content/en';
import type { ClaimId, TranslatedClaims } from '@funnel/contracts/claims';
import type { LegalTab } from '@funnel/contracts/widgets';
import type { IconName } from '@funnel/ui/icon';

interface LegalLinkText {
  tab: LegalTab;
  name: string;
}

/** The drawings of the benefits. */
export type BenefitScene = 'lessons' | 'questions' | 'simulator' | 'challenges';

const claims: TranslatedClaims = {};
const shownAnswers: Readonly<Record<string, string>> = {};
const invalidEmail = { title: 'Invalid email', description: 'Please enter a valid email address' };

/** All texts of the offer in English. Prices, periods and the renewal notice come from the plan catalog. */
export const en = {
  /** The claims that the offer shows, except in English. */
  claims,
  catalog,
  /** Recorded answers as this language shows them. Answers are recorded in English. */
  shownAnswers,

  title: 'Your personalized trading plan',
  subtitle: 'Specially designed for your profile and goals',

  close: 'Close',

  header: {
    discountExpires: 'Discount expires in',
    /** Announced if the prices stay as they are. */
    countdownEnded: 'The countdown has ended.',
    discountEnded: 'The discount has ended. Full prices apply now.',
    myPlan: 'MY PLAN',
  },

  profile: {
    goal: (goal: string) => `You have a high chance of achieving your goal of ${goal}`,
    /** Without the claim about the chance. */
    goalAlone: (goal: string) => `Your goal: ${goal}`,
    welcomeBack: (email: string) => `Welcome back ${email}! Your email is already set for checkout.`,
    changeEmail: 'Change',
    changeEmailLabel: 'Change your email',
    title: 'Your profile',
    /** The answers to show, in this order. `label` is the key under which the answer is recorded. */
    answers: [
      { label: 'Daily Time Commitment', title: 'Daily time' },
      { label: 'Income Goal', title: 'Income goal' },
      { label: 'Financial Confidence', title: 'Confidence' },
      { label: 'Trading Knowledge', title: 'Knowledge' },
      { label: 'Preferred Trading Tools', title: 'Tools' },
      { label: 'Companies of Interest', title: 'Companies' },
    ],
  },

  assessment: {
    title: 'Your success assessment',
    ofMaximum: 'of 100 today',
    note: 'The score says how prepared you are to start learning, by your own answers. It does not predict results of trading.',
    disclosure: 'What the score is made of',
    parts: {
      'Trading Experience': 'Trading experience',
      'Trading Knowledge': 'Trading knowledge',
      'Financial Situation': 'Financial situation',
      'Financial Confidence': 'Confidence about your finances',
      'Trading Readiness': 'Readiness to trade',
      'Daily Time Commitment': 'Daily time',
    } satisfies Record<AssessedLabel, string>,
    points: (points: number, maxPoints: number) => `${points} of ${maxPoints}`,
    method:
      'Each answer has a fixed number of points. A question that you left out has none. No other answer counts.',
  },

  comparison: {
    title: 'From now to your goal',
    now: 'Now',
    goal: 'Goal',
    meters: [
      { title: 'Trading skills', labels: ['Trading Experience', 'Trading Knowledge'] },
      { title: 'Financial confidence', labels: ['Financial Confidence', 'Financial Situation'] },
    ] satisfies { title: string; labels: AssessedLabel[] }[],
    ends: { low: 'Low', high: 'High' },
    /** The five positions of a slider, for screen readers. */
    levels: ['Low', 'Rather low', 'Medium', 'Rather high', 'High'],
    gainExplanation:
      'The improvement this plan aims for, measured on your own starting point. It is an aim, not a forecast.',
    gainLabel: (gain: string) => `${gain} on your starting point. More about this figure`,
    note: 'This is not a guarantee or promise of results.',
  },

  program: {
    title: 'Trading is easier than you think',
    subtitle: 'A four-day program',
    subtitlePaced: (pace: string) => `A four-day program, at ${pace}`,
    days: [
      {
        icon: 'screen',
        day: 'Day 1',
        title: 'PRACTICAL TOOLS',
        text: 'Place your first practice order.',
      },
      {
        icon: 'candles',
        day: 'Day 2',
        title: 'CHART READING',
        text: 'Read candles, trends and support.',
      },
      {
        icon: 'sprout',
        day: 'Day 3',
        title: 'ACCELERATE WEALTH',
        text: 'Compounding and steady habits.',
      },
      {
        icon: 'compass',
        day: 'Day 4',
        title: 'TRADING DECISIONS',
        text: 'Plan entry, exit and loss.',
      },
    ] satisfies { icon: IconName; day: string; title: string; text: string }[],
    riskNote: 'For education only. Trading carries a high risk of losing capital.',
    bullets: ['Start with $20', 'No finance degree needed', 'No need to be a market expert'],
  },

  plans: {
    title: 'Choose your plan',
    subtitle: 'Special time-limited offer',
    mostPopular: 'MOST POPULAR',
    before: 'Before:',
    saving: (percent: number) => `Save ${percent}%`,
    afterwards: (price: string, period: string) => `Then ${price} every ${period}`,
    perDay: (price: string) => `${price} per day`,
    perDayTooltip: 'About the per-day price',
    perDayExplanation: 'The price of the first period divided by its days. You pay the whole period at once.',
  },

  buy: {
    action: 'GET IMMEDIATE ACCESS',
    busy: 'Processing...',
    chargedToday: (price: string) => `Charged today: ${price}`,
    nextCharge: (price: string, date: string) => `Next charge: ${price} on ${date}.`,
    renewsAutomatically: 'Renews automatically.',
    cancel:
      'Cancel any time in your profile settings, at least 24 hours before the period ends. You keep access until then.',
    securePayment: 'Secure payment',
    secureNote: 'Encrypted connection. Card details go straight to the payment provider.',
    /** One sentence, with links to legal texts. */
    terms: [
      'By continuing you agree to the ',
      { tab: 'terms', name: 'Terms and Conditions' },
      ' and the ',
      { tab: 'subscription', name: 'Subscription Terms' },
      '.',
    ] satisfies (string | LegalLinkText)[],
    failed: 'An unexpected error occurred. Please try again.',
    failedTitle: 'Error',
  },

  /** The bar with the selected plan. */
  orderBar: {
    label: 'Your selected plan',
    action: 'ORDER',
  },

  benefits: {
    title: 'What you get',
    items: [
      { scene: 'lessons', text: 'Learn key trading terms and rules' },
      { scene: 'questions', claim: 'lessonCount' },
      { scene: 'simulator', text: 'Trading simulator with real data' },
      { scene: 'challenges', text: 'Personal mastery challenges' },
    ] satisfies { scene: BenefitScene; text?: string; claim?: ClaimId }[],
  },

  reviews: {
    title: 'What learners say',
    starsLabel: (stars: string) => `${stars} of 5 stars`,
    // Sample content: these people are fictional. Before launch, replace them with real reviews published with consent.
    samples: [
      {
        name: 'Marta K.',
        title: 'Finally it makes sense',
        text: 'Ten minutes a day on the train. I can read a chart now and I know why I would stay out of a trade.',
        stars: 5,
      },
      {
        name: 'Jonas R.',
        title: 'The simulator is worth it',
        text: 'I made every beginner’s mistake with play money first. I only wish there were more lessons on fees.',
        stars: 4,
      },
      {
        name: 'Priya S.',
        title: 'Calm and clear',
        text: 'No shouting, no get-rich talk. Small lessons, a question after each, and a plan I could keep to.',
        stars: 5,
      },
    ],
  },

  guarantee: {
    title: '30-day money-back guarantee',
    conditions: 'See the refund conditions',
  },

  access: {
    title: 'Access anywhere',
    text: 'Learn on your phone, tablet or computer. Your progress follows you.',
    badges: [
      { kind: 'appStore', over: 'Get it on the', name: 'App Store' },
      { kind: 'googlePlay', over: 'Get it on', name: 'Google Play' },
      { kind: 'app', over: 'Open the', name: 'Web app' },
    ] satisfies { kind: 'appStore' | 'googlePlay' | 'app'; over: string; name: string }[],
  },

  warnings: {
    title: 'Please read this',
    items: [
      `${brand.name} teaches. It is for educational purposes only, is not a licensed investment entity and gives no investment advice.`,
      'Trading carries a high risk of losing capital. Never trade with money that you cannot afford to lose.',
      'No results are guaranteed. Simulated and hypothetical results do not tell what real trading would have brought.',
    ],
  },

  emailDialog: {
    title: 'Enter your email',
    text: 'We need your email to complete the purchase and send the order confirmation.',
    label: 'Email',
    placeholder: 'Your email address',
    cancel: 'Cancel',
    close: 'Close',
    submit: 'Continue to Checkout',
    errors: { required: invalidEmail, invalid: invalidEmail },
    suggestion: (email: string) => `Did you mean ${email}?`,
  },

  changeEmailDialog: {
    title: 'Change your email',
    text: 'Your plan and your answers stay as they are.',
    label: 'Email',
    placeholder: 'Your email address',
    cancel: 'Cancel',
    close: 'Close',
    submit: 'Save email',
    errors: { required: invalidEmail, invalid: invalidEmail },
    suggestion: (email: string) => `Did you mean ${email}?`,
  },

  paymentDialog: {
    title: 'Payment Details',
    loading: 'Loading payment form...',
    retry: 'Try again',
  },

  legal: {
    title: 'Legal Information',
    links: [
      { tab: 'terms', name: 'Terms and Conditions' },
      { tab: 'privacy', name: 'Privacy Policy' },
      { tab: 'subscription', name: 'Subscription Terms' },
      { tab: 'disclaimer', name: 'Disclaimer' },
    ] satisfies LegalLinkText[],
    failed: 'The legal texts could not be loaded.',
    loading: 'Loading...',
    retry: 'Try again',
    close: 'Close',
  },
};

export type Content = typeof en;
