import { agreementText } from './agreement.ts';
import { de } from './content/de.ts';
import { en } from './content/en.ts';

it.each([
  [
    'English',
    en,
    'By paying, you agree to the Terms and Conditions and the Subscription Terms, and confirm that you have read the Privacy Policy.',
  ],
  [
    'German',
    de,
    'Mit der Zahlung akzeptieren Sie die Nutzungsbedingungen und die Abonnementbedingungen und bestätigen, dass Sie die Datenschutzerklärung gelesen haben.',
  ],
])('the agreement in %s is one sentence', (_, texts, sentence) => {
  expect(agreementText(texts)).toBe(sentence);
});

it.each([
  ['English', en, ['Terms and Conditions', 'Subscription Terms', 'Privacy Policy']],
  ['German', de, ['Nutzungsbedingungen', 'Abonnementbedingungen', 'Datenschutzerklärung']],
])(
  'the links of the agreement in %s open the texts that they name',
  (_, { agreement }, [terms, subscription, privacy]) => {
    expect(agreement.filter((part) => typeof part !== 'string')).toEqual([
      { tab: 'terms', name: terms },
      { tab: 'subscription', name: subscription },
      { tab: 'privacy', name: privacy },
    ]);
  },
);
