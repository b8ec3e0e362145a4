import { en } from '../content/en.ts';
import { chargeStatusByFailure } from './charge-status.ts';
import type { FailureCode } from './session-state.ts';

const textAfter = (code: FailureCode) => {
  const status = chargeStatusByFailure[code];
  return status && en.payment.charge[status];
};

it.each(['not-configured', 'email-required', 'email-rejected'] as const)(
  'a visitor reads that they have not been charged after %s',
  (code) => {
    expect(textAfter(code)).toBe('You have not been charged.');
  },
);

it.each(['session-expired', 'session-failed', 'form-load-failed'] as const)(
  'a visitor reads what to do if they have paid already after %s',
  (code) => {
    expect(textAfter(code)).toBe(
      'If you have already paid, do not pay again: look for the confirmation email.',
    );
  },
);

it('a visitor whose payment is known reads nothing about a charge beside it', () => {
  expect(textAfter('already-paid')).toBeNull();
});
