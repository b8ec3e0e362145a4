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
