import { markupOf } from '@funnel/shell-kit/markup';

import { NotCompleted } from './not-completed.tsx';

beforeAll(() => void Object.assign(globalThis, { document: { cookie: '' } }));
afterAll(() => void Reflect.deleteProperty(globalThis, 'document'));

it('says beside the way back what the plan of the payment charges and renews at, and how to cancel', () => {
  const markup = markupOf(
    <NotCompleted
      session={{
        status: 'expired',
        plan: { planId: 'plan3', name: '12-WEEK PLAN' },
        amountMinor: 3999,
        currency: 'USD',
        email: 'v@example.com',
      }}
    />,
  );
  const text = markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/ +/g, ' ');
  expect(text).toContain(
    'First 12 weeks at $39.99, then $79.99 every 12 weeks until canceled. Cancel any time',
  );
  expect(text).toContain('Back to checkout');
});
