import { claims, isClaimShown, shownClaim, showClaim, type ClaimId } from './claims.ts';

/** Every claim as visitors read it. None has a source yet. */
const expected: Readonly<Record<ClaimId, readonly [text: string, footnote: string | null]>> = {
  users: ['1,000,000+ people use Candela', null],
  usersChose: ['1 million+ people have chosen Candela', null],
  worriedAboutFuture: ['77% of people worry about their financial future', 'According to a bank survey.'],
  reviewScore: ['4.6', 'Satisfaction score on a review site'],
  usersChoice: ['Users’ choice', null],
  goalGain: ['+75%', 'This is not a guarantee or promise of results.'],
  twiceTheResults: [
    '3 months of use gives twice the results of 1 month',
    'Based on Candela research comparing learners after 3 months and after 1 month of use. Individual results differ.',
  ],
  goalChance: ['You have a high chance of achieving your goal', null],
  goalLikelihood: ['You are more likely to reach your goal', null],
  mediaMentions: ['In the press', null],
  learnerReviews: ['What learners say', null],
  mostPopularPlan: ['MOST POPULAR', null],
  lessonCount: ['2,000 instructional lesson questions', null],
};
const ids = [
  'users',
  'usersChose',
  'worriedAboutFuture',
  'reviewScore',
  'usersChoice',
  'goalGain',
  'twiceTheResults',
  'goalChance',
  'goalLikelihood',
  'mediaMentions',
  'learnerReviews',
  'mostPopularPlan',
  'lessonCount',
] as const;

it('the product makes exactly these claims', () => {
  expect(Object.keys(claims)).toEqual(ids);
});

it.each(ids)('%s has its approved text', (id) => {
  const [text, footnote] = expected[id];
  expect(shownClaim(id, 'all')).toEqual({ text, footnote });
});

it('shows a claim with its footnote', () => {
  expect(shownClaim('goalGain', 'all')).toEqual({
    text: '+75%',
    footnote: 'This is not a guarantee or promise of results.',
  });
});

it('leaves out exactly the claims without a source if the setting is strict', () => {
  // None of the twelve has a source today.
  for (const id of ids) {
    expect(shownClaim(id, 'strict')).toBeNull();
    expect(shownClaim(id, 'all')).not.toBeNull();
    expect([isClaimShown(id, 'strict'), isClaimShown(id, 'all')]).toEqual([false, true]);
  }
  const text = { en: '2,000 lesson questions' };
  const footnote = { en: 'Counted in January.' };
  const proven = { text, footnote, source: 'https://example.com/lessons.csv', sourceDate: '2026-01-31' };
  const shown = { text: '2,000 lesson questions', footnote: 'Counted in January.' };
  expect(showClaim(proven, 'strict')).toEqual(shown);
  expect(showClaim(proven, 'all')).toEqual(shown);
  expect(showClaim({ ...proven, source: null, sourceDate: null }, 'strict')).toBeNull();
});

it('leaves out a claim without a source in every language if the setting is strict', () => {
  const translated = { goalGain: { text: '+75 %', footnote: 'Das ist keine Garantie.' } };
  expect(shownClaim('goalGain', 'all', translated)).toEqual(translated.goalGain);
  expect(shownClaim('goalGain', 'strict', translated)).toBeNull();
});
