import { de } from './de.ts';
import { en, type Content } from './en.ts';
import { showAnswer } from './show-answer.ts';

const withSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

it.each([
  ['5 min/day', '5 Min. am Tag'],
  ['10 min/day', '10 Min. am Tag'],
  ['15 min/day', '15 Min. am Tag'],
  ['20 min/day', '20 Min. am Tag'],
  ['$30,000 - $50,000', '30.000 $ bis 50.000 $'],
  ['$50,000 - $100,000', '50.000 $ bis 100.000 $'],
  ['More than $100,000', 'Mehr als 100.000 $'],
  ['Very confident', 'Sehr zuversichtlich'],
  ['Somewhat confident', 'Einigermaßen zuversichtlich'],
  ['Not confident at all', 'Gar nicht zuversichtlich'],
  ['AI trading coach, Personal learning plan', 'KI-Trading-Coach, Persönlicher Lernplan'],
  ['Vacation', 'Urlaub'],
])('the answer %s is shown in German as %s', (recorded, shown) => {
  expect(withSpaces(showAnswer(recorded, de.shownAnswers))).toBe(shown);
});

it('the claims in German state the same numbers as in English', () => {
  const { goalGain, twiceTheResults, lessonCount, reviewScore } = de.claims;
  expect(withSpaces(goalGain?.text ?? '')).toBe('+75 %');
  expect(twiceTheResults?.text).toMatch(/^3 Monate .* doppelt so gute .* 1 Monat$/);
  expect(lessonCount?.text).toBe('2.000 Übungsfragen');
  expect(reviewScore?.text).toBe('4,6');
});

it('the reviews in German are by the same people, with the same stars, as in English', () => {
  const ratings = (content: Pick<Content, 'reviews'>) =>
    content.reviews.samples.map(({ name, stars }) => [name, stars]);
  expect(ratings(de)).toEqual(ratings(en));
});

it('the links to the legal texts open the texts that they name', () => {
  expect(de.legal.links).toEqual([
    { tab: 'terms', name: 'Nutzungsbedingungen' },
    { tab: 'privacy', name: 'Datenschutzerklärung' },
    { tab: 'subscription', name: 'Abonnementbedingungen' },
    { tab: 'disclaimer', name: 'Haftungsausschluss' },
  ]);
  expect(de.buy.terms).toEqual([
    'Indem Sie fortfahren, akzeptieren Sie die ',
    { tab: 'terms', name: 'Nutzungsbedingungen' },
    ' und die ',
    { tab: 'subscription', name: 'Abonnementbedingungen' },
    '.',
  ]);
});

it('the offer says until when a subscription can be canceled', () => {
  expect(withSpaces(de.buy.cancel)).toContain('kündbar, bis 24 Stunden vor Ende des Zeitraums');
});
