import { en } from '../content/en.ts';
import { chargeStatusByFailure } from './charge-status.ts';
import type { FailureCode } from './session-state.ts';

const textAfter = (code: FailureCode) => {
  const status = chargeStatusByFailure[code];
  return status && en.payment.charge[status];
};

it.each(['not-configured', 'email-required', 'email-rejected', 'form-load-failed'] as const)(
  'a visitor reads that they have not been charged after %s',
  (code) => {
    expect(textAfter(code)).toBe('You have not been charged.');
  },
);

it('a visitor does not read that they have not been charged if an earlier payment is possible or known', () => {
  expect(textAfter('session-expired')).toBe(textAfter('session-failed'));
  expect(textAfter('session-failed')).toBe(
    'If you have already paid, do not pay again: look for the confirmation email.',
  );
  expect(textAfter('already-paid')).toBeNull();
});
