import type { FunnelState } from '@funnel/contracts/funnel-state';
import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { screens, isQuestion } from '../flow.ts';
import { remote } from '../quiz.remote.tsx';

const { Stage } = remote;

function screenAt(path: string, quizAnswers: FunnelState['quizAnswers'] = {}): string {
  if (!Stage) throw new Error('The remote has no stage');
  const state = { ...noopShell.state, get: () => ({ specialGoal: null, email: null, quizAnswers }) };
  return markupOf(<Stage shell={{ ...noopShell, state }} path={path} />);
}

const textOf = (html = '') => html.replace(/<[^>]+>/g, '');

it('NEXT STEP is disabled until an option is chosen, and it says how many are', () => {
  const footOf = (markup: string) => [
    textOf(/<p role="status"[^>]*>(.*?)<\/p>/.exec(markup)?.[1]),
    /<button([^>]*)>NEXT STEP<\/button>/.exec(markup)?.[1]?.includes('disabled=""'),
  ];
  expect(footOf(screenAt('/step-10'))).toEqual(['0 selected', true]);
  expect(footOf(screenAt('/step-10', { 'Companies of Interest': 'Netflix, Tesla' }))).toEqual([
    '2 selected',
    false,
  ]);
});

it.each(screens.filter(isQuestion).map(({ path }) => path))(
  'the options of %s are a group that its question names',
  (path) => {
    const markup = screenAt(path);
    const [, id = ''] = /<div role="group" aria-labelledby="([^"]+)"/.exec(markup) ?? [];
    const [, question] = new RegExp(`<h[12] id="${id}"[^>]*>(.*?)</h[12]>`).exec(markup) ?? [];
    expect(question).toBeTruthy();
  },
);

it('a question that was answered marks its answer, and no other', () => {
  const pressed = (markup: string) =>
    [...markup.matchAll(/<button[^>]*aria-pressed="true"[^>]*>(.*?)<\/button>/g)].map(([, text]) =>
      textOf(text),
    );
  expect(pressed(screenAt('/step-2', { 'Income Source': 'Passive income' }))).toEqual(['Passive income']);
  expect(pressed(screenAt('/step-2'))).toEqual([]);
});

it.each([
  ['/', '/step-1'],
  ['/step-1', '/stats-slide'],
  ['/stats-slide', '/step-2'],
  ['/step-16', '/loading'],
])('without scripts, a press on %s leads to %s', (path, next) => {
  expect(/<form action="([^"]+)"/.exec(screenAt(path))?.[1]).toBe(next);
});
