import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { languages } from '../content/content.ts';
import { Program } from './program.tsx';

/** The line below the title for a visitor with these answers. */
const lineFor = (quizAnswers: Record<string, string>, locale: 'en' | 'de' = 'en') => {
  const state = { ...noopShell.state, get: () => ({ specialGoal: null, email: null, quizAnswers }) };
  const [, line] = /<\/h2><p>(.*?)<\/p>/.exec(markupOf(<Program />, { locale, state })) ?? [];
  return line?.replaceAll('\u00a0', ' ');
};
const answers = { 'Daily Time Commitment': '10 min/day' };

it('names the daily time that the visitor has chosen, in the language of the page', async () => {
  expect(lineFor(answers)).toBe('A four-day program, at 10 min/day');
  expect(lineFor({})).not.toMatch(/\d/);
  await languages.de?.();
  expect(lineFor(answers, 'de')).toBe('Ein Programm für vier Tage mit 10 Min. am Tag');
});
