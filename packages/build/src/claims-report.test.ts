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

it('is a command that fails for a missing source only with --strict', () => {
  const run = (...args: string[]) =>
    spawnSync(
      process.execPath,
      ['--import', 'tsx', '--conditions=source', join(__dirname, 'commands/claims.ts'), ...args],
      { encoding: 'utf8' },
    );
  const lenient = run();
  expect(lenient.stdout).toContain('goalGain            +75%\n');
  expect(lenient.stdout).toContain('                    This is not a guarantee or promise of results.\n');
  expect(lenient.stdout).toContain('8 claims, 8 without a source.');
  expect(lenient.status).toBe(0);
  expect(run('--strict').status).toBe(1);
});
