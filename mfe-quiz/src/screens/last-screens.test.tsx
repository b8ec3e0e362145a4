import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { remote } from '../quiz.remote.tsx';

const { Stage } = remote;

function screenAt(path: string, email: string | null = null): string {
  if (!Stage) throw new Error('The remote has no stage');
  const state = { ...noopShell.state, get: () => ({ specialGoal: null, email, quizAnswers: {} }) };
  return markupOf(<Stage shell={{ ...noopShell, state }} path={path} />);
}

it('/loading ticks none of its lines at the start', () => {
  const lines = [...screenAt('/loading').matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, line = '']) => line);
  expect(lines.map((line) => line.replace(/<[^>]+>/g, ''))).toEqual([
    'Reading your answers',
    'Setting your goal',
    'Planning your daily time',
    'Getting your plan page ready',
  ]);
  expect(lines.filter((line) => line.includes('<svg'))).toEqual([]);
});

it('the email step contains the email that the visitor has given before', () => {
  const valueOf = (markup: string) => /<input[^>]* type="email"[^>]* value="(.*?)"/.exec(markup)?.[1];
  expect(valueOf(screenAt('/step-17', 'v@example.com'))).toBe('v@example.com');
  expect(valueOf(screenAt('/step-17'))).toBe('');
});
