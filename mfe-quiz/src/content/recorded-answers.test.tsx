import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { isQuestion, screens } from '../flow.ts';
import { remote } from '../quiz.remote.tsx';
import type { Content } from './content-types.ts';
import { questionIn } from './content.ts';

/** A second language in which every option has another text. */
function mockTranslation(en: Content): object {
  const inGerman = (options: object) =>
    Object.fromEntries(Object.entries(options).map(([id, text]) => [id, `${text} (de)`]));
  const questions = Object.entries(en.questions).map(([path, copy]) => [
    path,
    { ...copy, options: inGerman(copy.options) },
  ]);
  return { ...en, questions: Object.fromEntries(questions) };
}

jest.mock('@funnel/shell-kit/content', () => ({
  createContent: (en: Content) => ({
    languages: {},
    in: (locale: string) => (locale === 'de' ? mockTranslation(en) : en),
  }),
}));

it('records the English name of every answer, the special goal among them, in another language', () => {
  const options = screens.filter(isQuestion).flatMap((screen) => questionIn('de', screen).options);
  expect(options).toHaveLength(67);
  expect(options.filter(({ text, answer }) => text !== `${answer} (de)`)).toEqual([]);
  expect(options.map(({ answer }) => answer)).toEqual(
    expect.arrayContaining(['YES', '25-34', 'Netflix', 'AI trading coach', 'Buy a house', '5 min/day']),
  );
});

it('shows an answer in the language of the page, and submits its English name', () => {
  const { Stage } = remote;
  if (!Stage) throw new Error('The remote has no stage');
  const shell = { ...noopShell, locale: 'de' } as const;
  const markup = markupOf(<Stage shell={shell} path="/step-1" />);
  const buttons = [...markup.matchAll(/<button[^>]*value="(.*?)"[^>]*>(.*?)<\/button>/g)];
  expect(buttons.map(([, value, content = '']) => [value, content.replace(/<[^>]+>/g, '')])).toEqual([
    ['18-24', '18-24 (de)'],
    ['25-34', '25-34 (de)'],
    ['35-44', '35-44 (de)'],
    ['45+', '45+ (de)'],
  ]);
});
