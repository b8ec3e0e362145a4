import { stagePaths } from '@funnel/contracts/stage-paths';

import config from '../remote.config.ts';
import { answerAction } from './answers.ts';
import { questionIn, slideIn } from './content/content.ts';
import { isQuestion, screenAt, screens, type Screen } from './flow.ts';
import { topBarOf } from './top-bar.ts';

/** The specification's table: path, next, back, counter, progress in percent. */
const table = [
  ['/', '/step-1', null, null, 0],
  ['/step-1', '/stats-slide', '/', '1 / 17', 6],
  ['/stats-slide', '/step-2', '/step-1', null, 6],
  ['/step-2', '/step-3', '/stats-slide', '2 / 17', 12],
  ['/step-3', '/step-4', '/step-2', '3 / 17', 18],
  ['/step-4', '/step-5', '/step-3', '4 / 17', 24],
  ['/step-5', '/info-1', '/step-4', '5 / 17', 29],
  ['/info-1', '/step-6', '/step-5', null, 29],
  ['/step-6', '/step-7', '/info-1', '6 / 17', 35],
  ['/step-7', '/step-8', '/step-6', '7 / 17', 41],
  ['/step-8', '/step-9', '/step-7', '8 / 17', 47],
  ['/step-9', '/step-10', '/step-8', '9 / 17', 53],
  ['/step-10', '/step-11', '/step-9', '10 / 17', 59],
  ['/step-11', '/info-2', '/step-10', '11 / 17', 65],
  ['/info-2', '/step-12', '/step-11', null, 65],
  ['/step-12', '/info-3', '/info-2', '12 / 17', 71],
  ['/info-3', '/step-13', '/step-12', null, 71],
  ['/step-13', '/step-14', '/info-3', '13 / 17', 76],
  ['/step-14', '/step-15', '/step-13', '14 / 17', 82],
  ['/step-15', '/step-16', '/step-14', '15 / 17', 88],
  ['/step-16', '/loading', '/step-15', '16 / 17', 94],
  ['/loading', '/step-17', null, null, 94],
  ['/step-17', '/final', '/step-16', '17 / 17', 100],
];

test('every screen has the next screen, back target, counter and progress of the specification', () => {
  const actual = screens.map((screen) => {
    const { back, counter, progress } = topBarOf(screen);
    return [screen.path, screen.next, back?.to ?? null, counter, progress];
  });
  expect(actual).toEqual(table);
  expect(screens.every((screen) => !topBarOf(screen).hidden)).toBe(true);
});

test('every screen is reachable from the start, and the last one leads to the offer', () => {
  const reached: Screen[] = [];
  let screen = screenAt('/');
  for (; screen && !reached.includes(screen); screen = screenAt(screen.next)) reached.push(screen);
  expect(reached).toEqual(screens);
  expect(reached.at(-1)?.next).toBe(stagePaths.offer);
});

test('answers are recorded under exactly these labels', () => {
  const labels = screens
    .filter(isQuestion)
    .map(({ records }) => (records === 'special-goal' ? 'specialGoal' : records.label));
  expect(labels).toEqual([
    'Trading Experience',
    'Age',
    'Income Source',
    'Financial Situation',
    'Retirement Outlook',
    'Financial Confidence',
    'FOMO Frequency',
    'Trading Knowledge',
    'Biggest Trading Fear',
    'Most Interesting Aspect',
    'Companies of Interest',
    'Preferred Trading Tools',
    'Income Goal',
    'Additional Income Use',
    'Trading Readiness',
    'specialGoal',
    'Daily Time Commitment',
  ]);
});

const options: Record<string, readonly string[]> = {
  '/': ['YES', 'NO'],
  '/step-1': ['18-24', '25-34', '35-44', '45+'],
  '/step-2': ['Full-time employment', 'Passive income', 'Other'],
  '/step-3': ["I'm comfortable", "I'd like more stability", 'I struggle to reach my financial goals'],
  '/step-4': ["I'm already retired", "Yes but I don't know how", "I haven't thought about retirement"],
  '/step-5': ['Very confident', 'Somewhat confident', 'Not confident at all'],
  '/step-6': ['Yes all the time', 'Sometimes', 'Rarely', 'Not at all'],
  '/step-7': ["I'm experienced but want to improve", "I've heard about it", "No but I'd like to learn more"],
  '/step-8': [
    'Losing money',
    'Not knowing what to invest in',
    'Fear of missing out (FOMO)',
    "It's too complicated for me",
  ],
  '/step-9': [
    'Right timing to sell and buy',
    'Different types of assets',
    'Risks and rewards',
    "I'm not sure yet",
  ],
  '/step-10': 'Netflix Tesla Apple Amazon McDonalds Shell Exxon Microsoft Google Pfizer'.split(' '),
  '/step-11': [
    'Regular trading tips and advice',
    'AI trading coach',
    'Personal learning plan',
    'Risk-free virtual trading simulator',
  ],
  '/step-12': ['$30,000 - $50,000', '$50,000 - $100,000', 'More than $100,000'],
  '/step-13': [
    'Pay bills or loans',
    'Invest and grow it',
    'Enjoy life experiences',
    'Save for unexpected expenses',
  ],
  '/step-14': ['Completely ready', 'Ready', 'Somewhat ready', 'Not ready'],
  '/step-15': ['Buy a house', 'A perfect wedding', 'Vacation', 'Buy a car', 'Worry-free retirement'],
  '/step-16': ['5 min/day', '10 min/day', '15 min/day', '20 min/day'],
};

test('every question offers exactly these answers, in this order', () => {
  const offered = screens
    .filter(isQuestion)
    .map((screen) => [screen.path, questionIn('en', screen).options.map(({ answer }) => answer)]);
  expect(Object.fromEntries(offered)).toEqual(options);
});

test('records the special goal as a separate value', () => {
  const goal = screenAt('/step-15');
  if (!goal || !isQuestion(goal)) throw new Error('not in the flow');
  expect(answerAction(goal, ['Vacation'])).toEqual({ type: 'funnel/goalChosen', payload: 'Vacation' });
});

test('the trading information page reports ViewContent', () => {
  const reported = screens.flatMap((screen) =>
    screen.kind === 'slide' && screen.viewContent ? [screen] : [],
  );
  expect(reported.map(({ path, viewContent }) => [path, viewContent])).toEqual([
    ['/info-3', { name: 'Trading Information Page', id: 'info-step-3' }],
  ]);
});

test('the build prerenders every screen that is the same for all visitors', () => {
  const prerendered = config.firstScreens.map(({ path }) => path);
  expect(config.paths.filter((path) => !prerendered.includes(path))).toEqual([
    '/stats-slide',
    '/info-1',
    '/step-15',
    '/loading',
  ]);
  expect(config.firstScreens[0]?.path).toBe('/');
});

test('a slide that opens with a claim has a title without the claim', () => {
  for (const screen of screens)
    if (screen.kind === 'slide') expect(slideIn('en', screen).title).not.toMatch(/\d/);
});

/** The ids of the specification's companies and tools. Their names are those of the options above. */
const idsOf: Record<string, readonly string[]> = {
  '/step-10': 'netflix tesla apple amazon mcdonalds shell exxon microsoft google pfizer'.split(' '),
  '/step-11': ['tips', 'coach', 'plan', 'simulator'],
};

test('every company has an id and no icon, and every tool an id and an icon', () => {
  const several = screens.filter((screen) => screen.kind === 'multi-choice');
  const shown = several.map((screen) => [screen.path, questionIn('en', screen).options.map(({ id }) => id)]);
  expect(Object.fromEntries(shown)).toEqual(idsOf);
  const [companies, tools] = several.map(({ options: icons }) => Object.values(icons));
  expect(companies?.every((icon) => icon === null)).toBe(true);
  expect(tools?.every((icon) => icon !== null)).toBe(true);
});
