import type { Confirmation } from '../confirmation.ts';
import { sessionEnd } from './session-watch.ts';

const session = (status: 'open' | 'processing' | 'paid' | 'expired') => ({
  status,
  plan: { planId: 'plan2', name: '4-WEEK PLAN' } as const,
  amountMinor: 1999,
  currency: 'USD' as const,
  email: 'v•••@example.com',
});

it.each<[string, Confirmation, 'expired' | 'payment-submitted' | null]>([
  ['expired', { status: 'not-completed', session: session('expired') }, 'expired'],
  [
    'paid in another tab',
    { status: 'paid', session: session('paid'), sessionId: 'cs_1' },
    'payment-submitted',
  ],
  ['submitted in another tab', { status: 'confirming', cause: 'processing' }, 'payment-submitted'],
  ['open', { status: 'not-completed', session: session('open') }, null],
  ['not known to the service', { status: 'unknown' }, null],
  ['out of reach', { status: 'confirming', cause: 'unreachable' }, null],
])('the form of a session that is %s', (_, confirmation, end) => {
  expect(sessionEnd(confirmation)).toBe(end);
});
