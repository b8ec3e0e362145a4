import { onLCP, type LCPMetric } from 'web-vitals';

import { measureLcp } from './largest-contentful-paint.ts';

jest.mock('web-vitals', () => ({ onLCP: jest.fn() }));

const metric = (value: number): LCPMetric => ({
  name: 'LCP',
  value,
  rating: 'good',
  delta: value,
  id: 'v5-1',
  entries: [],
  navigationType: 'navigate',
  navigationId: 1,
});

it('is reported in whole milliseconds, because the service rejects a batch with a fraction of one', async () => {
  jest.mocked(onLCP).mockImplementation((report) => {
    for (const value of [1234.4, 1234.5]) report(metric(value));
  });
  const reported: number[] = [];
  await measureLcp((paintMs) => reported.push(paintMs));
  expect(reported).toEqual([1234, 1235]);
});
