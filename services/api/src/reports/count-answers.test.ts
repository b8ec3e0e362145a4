import { createAnswerCounts } from './count-answers.ts';

const lead = (answers: Readonly<Record<string, string>>) => ({
  answers: Object.entries(answers),
  isBuyer: false,
});

/** Counts leads that each name 100 answers which nobody else names, and some real ones between them. */
function countFlood(count: number, realAt: (index: number) => Readonly<Record<string, string>>) {
  const counts = createAnswerCounts();
  for (let index = 0; index < count; index++) {
    const junk = Array.from({ length: 100 }, (_, at) => `junk ${index} ${at}`).join(', ');
    counts.add(lead({ Age: junk }));
    counts.add(lead(realAt(index)));
  }
  return counts.list();
}

it('counts a lead once for an answer that it names twice', () => {
  const counts = createAnswerCounts();
  for (let leads = 0; leads < 5; leads++)
    counts.add(lead({ 'Preferred Trading Tools': 'Coach, Coach, Tips' }));
  expect(counts.list()).toEqual([
    {
      question: 'Preferred Trading Tools',
      answers: [
        { answer: 'Coach', leads: 5, buyers: 0 },
        { answer: 'Tips', leads: 5, buyers: 0 },
      ],
    },
  ]);
});

describe('the counts of answers during a flood of others', () => {
  it('are those of all leads for an answer of one lead in fifty', () => {
    const [age] = countFlood(2000, (index): Record<string, string> =>
      index % 25 === 0 ? { Age: '25-34' } : {},
    );
    expect(age?.answers).toContainEqual({ answer: '25-34', leads: 80, buyers: 0 });
  });

  it('forget an answer of one lead in a thousand, so that the memory is limited', () => {
    const questions = countFlood(3000, (index): Record<string, string> =>
      index % 500 === 0 ? { Goal: 'Rare' } : {},
    );
    expect(questions).toEqual([]);
  });
});
