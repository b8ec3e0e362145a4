import type { Confirmation } from '../confirmation.ts';
import { sessionEnd } from './session-watch.ts';

const session = (status: 'open' | 'processing' | 'paid' | 'expired') => ({
  status,
  plan: { planId: 'plan2', name: '4-WEEK PLAN' } as const,
  amountMinor: 1999,
  currency: 'USD' as const,
  email: 'v•••@example.com',
});

it.each<[string, 'expired' | 'payment-submitted', Confirmation]>([
  ['expired', 'expired', { status: 'not-completed', session: session('expired') }],
  [
    'paid in another tab',
    'payment-submitted',
    { status: 'paid', session: session('paid'), sessionId: 'cs_1' },
  ],
  ['submitted in another tab', 'payment-submitted', { status: 'confirming', cause: 'processing' }],
])('a session that is %s ends the form as %s', (_, end, confirmation) => {
  expect(sessionEnd(confirmation)).toBe(end);
});

it.each<[string, Confirmation]>([
  ['open', { status: 'not-completed', session: session('open') }],
  ['not known to the service', { status: 'unknown' }],
  ['out of reach', { status: 'confirming', cause: 'unreachable' }],
])('a session that is %s does not end the form', (_, confirmation) => {
  expect(sessionEnd(confirmation)).toBeNull();
});
