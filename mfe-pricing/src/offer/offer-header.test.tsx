import { markupOf } from '@funnel/shell-kit/markup';

import { OfferHeader } from './offer-header.tsx';

const offer = { todayMs: 0, deadlineMs: Date.now() + 60_000, hasEnded: false, hasPromotionalPrice: true };
const header = (changes: Partial<typeof offer>) =>
  markupOf(<OfferHeader offer={{ ...offer, ...changes }} onMyPlan={() => undefined} />);

/** The live region, which screen readers announce when its text changes. */
const announced = (markup: string) => /<span aria-live="polite"[^>]*>(.*?)<\/span>/.exec(markup)?.[1];

it('announces nothing while the time runs', () => {
  const running = header({});
  expect(announced(running)).toBe('');
  // A timer is not announced, unless it is made a live region.
  const [timer = ''] = /<p [^>]*role="timer"[^>]*>/.exec(running) ?? [];
  expect(timer).not.toBe('');
  expect(timer).not.toContain('aria-live');
});

it('announces the end once, even if the prices stay as they are', () => {
  const ended = header({ hasEnded: true });
  expect(announced(ended)).toBe('The countdown has ended.');
  expect(ended).not.toContain('role="timer"');
});

it('leaves the announcement of changed prices to the plans', () => {
  expect(announced(header({ hasEnded: true, hasPromotionalPrice: false }))).toBe('');
});
