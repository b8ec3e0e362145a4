/** What a buyer agrees to by paying. This and all below is from the product's description, not from the code. */
export const agreement =
  'By paying, you agree to the Terms and Conditions and the Subscription Terms, and confirm that you have read the Privacy Policy.';
export const guarantee =
  '30-day protection, satisfaction or refund: you get a full refund within 30 days of your initial purchase if you ask for it before the end of your first billing period and send proof of your progress (1-week plan: a 5-day streak and 15 completed lessons; 4-week plan: a 10-day streak and 30 completed lessons; 12-week plan: a 14-day streak and 40 completed lessons).';
export const support = 'link "Questions? Write to support@candela.example" → mailto:support@candela.example';

/** `/checkout` without an email. */
export const checkoutTexts: readonly (string | RegExp)[] = [
  'Order Summary',
  '4-WEEK PLAN',
  'Not provided',
  'plan2',
  'Email is required for checkout',
  'Email is required for checkout. Please go back and provide your email.',
  agreement,
  /\bSSL\b/,
  guarantee,
  'For education only. Trading carries a high risk of losing capital.',
];
export const checkoutControls: readonly string[] = [
  'button "Terms and Conditions"',
  'button "Subscription Terms"',
  'button "Privacy Policy"',
  'button "Back to your plan"',
  support,
  'button "See the refund conditions"',
];
