import { classifyByStatus } from './destination.ts';

it.each([
  [199, 'retryable'],
  [200, 'delivered'],
  [299, 'delivered'],
  [300, 'retryable'],
  [400, 'permanent'],
  [401, 'retryable'],
  [500, 'retryable'],
])('classifies the status %i as %s', (status, expected) => {
  expect(classifyByStatus({ status, headers: {}, body: '' }, 0).status).toBe(expected);
});
