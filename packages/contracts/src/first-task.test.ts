import { firstTask, firstTaskLines } from './first-task.ts';

const lines = (answers: Record<string, string>) => firstTask(answers).days.map((day) => firstTaskLines[day]);

describe('the first 7-day task', () => {
  it('of a beginner starts with terms, and puts the chosen tools first', () => {
    const answers = {
      'Trading Experience': 'NO',
      'Trading Knowledge': "I've heard about it",
      'Preferred Trading Tools': 'Regular trading tips and advice, Risk-free virtual trading simulator',
      'Daily Time Commitment': '15 min/day',
    };
    expect(firstTask(answers)).toMatchObject({ minutes: 15, isDefaultTime: false });
    expect(lines(answers)).toEqual([
      'Learn five terms: order, spread, stop loss, volume and trend.',
      'Read one chart: find the trend and one support line.',
      'Place one practice order in the simulator, with a stop loss.',
      'Read today’s trading tip and find one chart where it applies.',
      'Open your personal learning plan and finish its first lesson.',
      'Ask the AI trading coach about one thing that is still unclear.',
      'Look back at the week and write down one rule that you will keep.',
    ]);
  });

  it.each<Record<string, string>>([
    { 'Trading Experience': 'YES' },
    { 'Trading Knowledge': "I'm experienced but want to improve" },
  ])('of a visitor with experience starts with their own rules (%p)', (answers) => {
    expect(lines(answers)).toEqual([
      'Write down the rules that you trade by now: entry, exit and risk.',
      'Read one chart on two time frames and note where they disagree.',
      'Open your personal learning plan and finish its first lesson.',
      'Place one practice order in the simulator, with a stop loss.',
      'Ask the AI trading coach about one thing that is still unclear.',
      'Read today’s trading tip and find one chart where it applies.',
      'Compare your practice trades with your rules and change one rule.',
    ]);
  });

  it('has seven days of ten minutes without any answer, or with foreign ones', () => {
    const cases: Record<string, string>[] = [
      {},
      { 'Daily Time Commitment': 'all day', 'Preferred Trading Tools': 'constructor' },
    ];
    for (const answers of cases) {
      expect(firstTask(answers)).toMatchObject({ minutes: 10, isDefaultTime: true });
      expect(firstTask(answers).days).toHaveLength(7);
    }
  });
});
