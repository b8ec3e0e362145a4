import { isQuestion, screenAt, type QuizPath } from '../flow.ts';
import { contentIn, languages, questionIn } from './content.ts';

beforeAll(() => languages.de?.());

/** The options of a question as shown in German and as recorded. */
function optionsAt(path: QuizPath) {
  const screen = screenAt(path);
  if (!screen || !isQuestion(screen)) throw new Error(`${path} is no question`);
  return questionIn('de', screen).options.map(({ text, answer }) => [text.replaceAll('\u00a0', ' '), answer]);
}

it.each([
  [
    '/',
    [
      ['JA', 'YES'],
      ['NEIN', 'NO'],
    ],
  ],
  [
    '/step-5',
    [
      ['Sehr zuversichtlich', 'Very confident'],
      ['Einigermaßen zuversichtlich', 'Somewhat confident'],
      ['Gar nicht zuversichtlich', 'Not confident at all'],
    ],
  ],
  [
    '/step-6',
    [
      ['Ja, ständig', 'Yes all the time'],
      ['Manchmal', 'Sometimes'],
      ['Selten', 'Rarely'],
      ['Überhaupt nicht', 'Not at all'],
    ],
  ],
  [
    '/step-12',
    [
      ['30.000 $ bis 50.000 $', '$30,000 - $50,000'],
      ['50.000 $ bis 100.000 $', '$50,000 - $100,000'],
      ['Mehr als 100.000 $', 'More than $100,000'],
    ],
  ],
  [
    '/step-14',
    [
      ['Völlig bereit', 'Completely ready'],
      ['Bereit', 'Ready'],
      ['Einigermaßen bereit', 'Somewhat ready'],
      ['Noch nicht bereit', 'Not ready'],
    ],
  ],
  [
    '/step-16',
    [
      ['5 Min. am Tag', '5 min/day'],
      ['10 Min. am Tag', '10 min/day'],
      ['15 Min. am Tag', '15 min/day'],
      ['20 Min. am Tag', '20 min/day'],
    ],
  ],
] as const)('each answer in German on %s is recorded as what it says', (path, options) => {
  expect(optionsAt(path)).toEqual(options);
});

it('the claims in German state the same numbers as in English', () => {
  const { claims } = contentIn('de');
  expect(claims).toMatchObject({
    users: { text: 'Mehr als 1.000.000 Menschen nutzen Candela' },
    usersChose: { text: 'Mehr als 1 Million Menschen haben sich für Candela entschieden' },
    worriedAboutFuture: { text: expect.stringMatching(/^77\s% der Menschen/) },
    reviewScore: { text: '4,6' },
  });
});

it.each([
  ['de', ['Nutzungsbedingungen', 'Datenschutzerklärung', 'Abonnementbedingungen']],
  ['en', ['Terms and Conditions', 'Privacy Policy', 'Subscription Terms']],
] as const)(
  'the links to the legal texts open the texts that they name (%s)',
  (locale, [terms, privacy, subscription]) => {
    expect(contentIn(locale).footer.links).toEqual([
      { tab: 'terms', text: terms },
      { tab: 'privacy', text: privacy },
      { tab: 'subscription', text: subscription },
    ]);
  },
);

it('writes a percentage with a space before the sign', () => {
  expect(contentIn('de').loading.percent(50)).toBe('50\u00a0%');
});
