import { assess, currentLevel } from './assessment.ts';

const best = {
  'Trading Experience': 'YES',
  'Trading Knowledge': "I'm experienced but want to improve",
  'Financial Situation': "I'm comfortable",
  'Financial Confidence': 'Very confident',
  'Trading Readiness': 'Completely ready',
  'Daily Time Commitment': '20 min/day',
};
const least = {
  'Trading Experience': 'NO',
  'Trading Knowledge': "No but I'd like to learn more",
  'Financial Situation': 'I struggle to reach my financial goals',
  'Financial Confidence': 'Not confident at all',
  'Trading Readiness': 'Not ready',
  'Daily Time Commitment': '5 min/day',
};

describe('the assessment', () => {
  // The table of docs/decisions/0014-assessment-and-first-task.md.
  it.each([
    ['Trading Experience', 'YES', 15, 15],
    ['Trading Experience', 'NO', 5, 15],
    ['Trading Knowledge', "I'm experienced but want to improve", 20, 20],
    ['Trading Knowledge', "I've heard about it", 12, 20],
    ['Trading Knowledge', "No but I'd like to learn more", 6, 20],
    ['Financial Situation', "I'm comfortable", 15, 15],
    ['Financial Situation', "I'd like more stability", 10, 15],
    ['Financial Situation', 'I struggle to reach my financial goals', 5, 15],
    ['Financial Confidence', 'Very confident', 15, 15],
    ['Financial Confidence', 'Somewhat confident', 10, 15],
    ['Financial Confidence', 'Not confident at all', 5, 15],
    ['Trading Readiness', 'Completely ready', 20, 20],
    ['Trading Readiness', 'Ready', 15, 20],
    ['Trading Readiness', 'Somewhat ready', 10, 20],
    ['Trading Readiness', 'Not ready', 5, 20],
    ['Daily Time Commitment', '5 min/day', 5, 15],
    ['Daily Time Commitment', '10 min/day', 9, 15],
    ['Daily Time Commitment', '15 min/day', 12, 15],
    ['Daily Time Commitment', '20 min/day', 15, 15],
  ])('gives %s: %s %d of %d points', (label, answer, points, maxPoints) => {
    const assessment = assess({ [label]: answer });
    expect(assessment?.score).toBe(points);
    expect(assessment?.parts.find((part) => part.label === label)).toEqual({
      label,
      answer,
      points,
      maxPoints,
    });
  });

  it('is 100 for the best answers, 31 for the least, and reads no other answer', () => {
    expect(assess(best)?.score).toBe(100);
    expect(assess({ ...least, Age: '45+', 'Income Goal': 'More than $100,000' })?.score).toBe(31);
  });

  it('does not exist without a known answer to one of its questions', () => {
    expect(assess({})).toBeNull();
    expect(assess({ Age: '45+', 'Trading Readiness': 'constructor' })).toBeNull();
  });

  it('puts today on a level from 1 to 4 of 5, by the answers', () => {
    const skills = ['Trading Experience', 'Trading Knowledge'] as const;
    expect(currentLevel({}, skills)).toBe(1);
    expect(currentLevel(least, skills)).toBe(1);
    expect(currentLevel({ ...least, 'Trading Knowledge': "I've heard about it" }, skills)).toBe(2);
    expect(currentLevel({ ...best, 'Trading Knowledge': "I've heard about it" }, skills)).toBe(3);
    expect(currentLevel(best, skills)).toBe(4);
  });
});
