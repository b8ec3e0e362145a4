/** What experiments of the tests share: every visitor takes part, at every time of the tests. */
export const sharedPlan = {
  share: 1,
  seenAt: '/final',
  purchaseWithinDays: 3,
  smallestEffect: 0.01,
  plannedVisitors: 12_000,
  start: '2020-01-01',
  end: '2100-01-01',
};
