import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { reportClaims } from './claims-report.ts';

const unproven = {
  text: { en: '77% of people worry' },
  footnote: { en: 'According to a bank survey.' },
  source: null,
  sourceDate: null,
};
const proven = {
  text: { en: '2,000 lesson questions' },
  source: 'https://example.com/lessons.csv',
  sourceDate: '2026-01-31',
};

it('lists every claim with its text, source and date, and marks claims without a source', () => {
  expect(reportClaims({ worried: unproven, lessonCount: proven })).toEqual({
    text: [
      'worried      77% of people worry',
      '             According to a bank survey.',
      '             NO SOURCE',
      '',
      'lessonCount  2,000 lesson questions',
      '             https://example.com/lessons.csv (2026-01-31)',
      '',
      '2 claims, 1 without a source.',
    ].join('\n'),
    withoutSource: ['worried'],
  });
});

it('marks a source without a date', () => {
  expect(reportClaims({ lessonCount: { ...proven, sourceDate: null } }).text).toContain('(no date)');
});

it('counts no claim without a source if every claim has one', () => {
  expect(reportClaims({ lessonCount: proven })).toEqual({
    text: [
      'lessonCount  2,000 lesson questions',
      '             https://example.com/lessons.csv (2026-01-31)',
      '',
      '1 claims, 0 without a source.',
    ].join('\n'),
    withoutSource: [],
  });
});

/** What the command prints today. A claim that gets a source, or a new text, changes these lines on purpose. */
const today = [
  'users               1,000,000+ people use Candela',
  '                    NO SOURCE',
  '',
  'usersChose          1 million+ people have chosen Candela',
  '                    NO SOURCE',
  '',
  'worriedAboutFuture  77% of people worry about their financial future',
  '                    According to a bank survey.',
  '                    NO SOURCE',
  '',
  'reviewScore         4.6',
  '                    Satisfaction score on a review site',
  '                    NO SOURCE',
  '',
  'usersChoice         Users’ choice',
  '                    NO SOURCE',
  '',
  'goalGain            +75%',
  '                    This is not a guarantee or promise of results.',
  '                    NO SOURCE',
  '',
  'twiceTheResults     3 months of use gives twice the results of 1 month',
  '                    Based on Candela research comparing learners after 3 months and after 1 month of use. Individual results differ.',
  '                    NO SOURCE',
  '',
  'goalChance          You have a high chance of achieving your goal',
  '                    NO SOURCE',
  '',
  'goalLikelihood      You are more likely to reach your goal',
  '                    NO SOURCE',
  '',
  'mediaMentions       In the press',
  '                    NO SOURCE',
  '',
  'learnerReviews      What learners say',
  '                    NO SOURCE',
  '',
  'mostPopularPlan     MOST POPULAR',
  '                    NO SOURCE',
  '',
  'lessonCount         2,000 instructional lesson questions',
  '                    NO SOURCE',
  '',
  '13 claims, 13 without a source.',
  'With CLAIMS=strict, pages omit the claims without a source.',
  '',
];

it('is a command that fails for a missing source only with --strict', () => {
  const run = (...args: string[]) =>
    spawnSync(
      process.execPath,
      ['--import', 'tsx', '--conditions=source', join(__dirname, 'commands/claims.ts'), ...args],
      { encoding: 'utf8' },
    );
  const lenient = run();
  expect(lenient.stdout.split('\n')).toEqual(today);
  expect(lenient.status).toBe(0);
  const strict = run('--strict');
  expect(strict.stdout).toBe(lenient.stdout);
  expect(strict.status).toBe(1);
});
