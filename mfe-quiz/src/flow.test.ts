import { stagePaths } from '@funnel/contracts/stage-paths';

import config from '../remote.config.ts';
import { answerAction, isQuestion } from './answers.ts';
import { questionIn, slideIn } from './content/content.ts';
import { screenAt, screens, totalSteps, type Screen } from './flow.ts';
import { topBarOf } from './top-bar.ts';

/** The screens that a visitor comes by who takes every next step. */
function pathFrom(): Screen[] {
  const seen: Screen[] = [];
  for (let at = screenAt('/'); at && !seen.includes(at); at = screenAt(at.next)) seen.push(at);
  return seen;
}

test('every screen is reached from the start, in the order of the table', () => {
  expect(pathFrom()).toEqual(screens);
});

test('the last screen leads to the offer, all others to a screen of the quiz', () => {
  expect(screens.filter(({ next }) => !screenAt(next)).map(({ path, next }) => [path, next])).toEqual([
    ['/step-17', stagePaths.offer],
  ]);
});

test('back leads to the screen before, past the one that only waits', () => {
  const waiting = screens.find(({ kind }) => kind === 'loading');
  const stops = screens.filter((screen) => screen !== waiting);
  expect(waiting?.back).toBeNull();
  expect(stops.map(({ back }) => back)).toEqual([null, ...stops.slice(0, -1).map(({ path }) => path)]);
});

test('no path is listed twice, and the steps count from 1 to 17', () => {
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length);
  const steps = screens.flatMap(({ step }) => step ?? []);
  expect(steps).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
  expect(totalSteps).toBe(17);
  for (const { path, step } of screens)
    expect([path, step]).toContain(path.startsWith('/step-') ? `/step-${step}` : undefined);
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

test('a chosen goal is a value of its own, several names are joined with a comma', () => {
  const goal = screens.find(({ path }) => path === '/step-15');
  const companies = screens.find(({ path }) => path === '/step-10');
  if (!goal || !isQuestion(goal) || !companies || !isQuestion(companies)) throw new Error('not in the flow');
  expect(answerAction(goal, ['Vacation'])).toEqual({ type: 'funnel/goalChosen', payload: 'Vacation' });
  expect(answerAction(companies, ['Tesla', 'Shell'])).toEqual({
    type: 'funnel/questionAnswered',
    payload: { label: 'Companies of Interest', answer: 'Tesla, Shell' },
  });
});

test('the bar counts on numbered screens and stays where it was on the others', () => {
  const bars = screens.map((screen) => {
    const { back, counter, progress } = topBarOf(screen);
    return [screen.path, back?.to ?? null, counter, progress].join(' ');
  });
  expect(bars).toMatchInlineSnapshot(`
   [
     "/   0",
     "/step-1 / 1 / 17 6",
     "/stats-slide /step-1  6",
     "/step-2 /stats-slide 2 / 17 12",
     "/step-3 /step-2 3 / 17 18",
     "/step-4 /step-3 4 / 17 24",
     "/step-5 /step-4 5 / 17 29",
     "/info-1 /step-5  29",
     "/step-6 /info-1 6 / 17 35",
     "/step-7 /step-6 7 / 17 41",
     "/step-8 /step-7 8 / 17 47",
     "/step-9 /step-8 9 / 17 53",
     "/step-10 /step-9 10 / 17 59",
     "/step-11 /step-10 11 / 17 65",
     "/info-2 /step-11  65",
     "/step-12 /info-2 12 / 17 71",
     "/info-3 /step-12  71",
     "/step-13 /info-3 13 / 17 76",
     "/step-14 /step-13 14 / 17 82",
     "/step-15 /step-14 15 / 17 88",
     "/step-16 /step-15 16 / 17 94",
     "/loading   94",
     "/step-17 /step-16 17 / 17 100",
   ]
  `);
  expect(screens.every((screen) => !topBarOf(screen).hidden)).toBe(true);
});

test('the trading information page reports that it was seen', () => {
  const reported = screens.flatMap((screen) =>
    screen.kind === 'slide' && screen.viewContent ? [screen] : [],
  );
  expect(reported.map(({ path, viewContent }) => [path, viewContent])).toEqual([
    ['/info-3', { name: 'Trading Information Page', id: 'info-step-3' }],
  ]);
});

test('the build draws every screen that is the same for all visitors', () => {
  const drawn = config.firstScreens.map(({ path }) => path);
  expect(config.paths.filter((path) => !drawn.includes(path))).toEqual([
    '/stats-slide',
    '/info-1',
    '/loading',
  ]);
  expect(config.firstScreens[0]).toMatchObject({ path: '/', title: '28-Day Trading Challenge' });
});

test('a slide that opens with a claim has words for when it may not be made', () => {
  for (const screen of screens)
    if (screen.kind === 'slide') expect(slideIn('en', screen).title).not.toMatch(/\d/);
});
