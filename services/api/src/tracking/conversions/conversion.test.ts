import { eventIdOf, pageUrl, plausibleEventTime } from './conversion.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const dayMs = 24 * 3_600_000;
const origin = 'https://quiz.example.com';

it('names an event of a subject by 32 hexadecimal digits, which are the same each time', () => {
  const id = eventIdOf('Lead', 'lead-1');
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(eventIdOf('Lead', 'lead-1')).toBe(id);
  expect(new Set([id, eventIdOf('Lead', 'lead-2'), eventIdOf('Purchase', 'lead-1')]).size).toBe(3);
});

it.each([
  ['now', nowMs, nowMs],
  ['a day ago', nowMs - dayMs, nowMs - dayMs],
  ['more than a day ago', nowMs - dayMs - 1, nowMs],
  ['later than now', nowMs + 1, nowMs],
])('dates an event that the browser reports as of %s', (_, reportedMs, expectedMs) => {
  expect(plausibleEventTime(reportedMs, nowMs)).toBe(expectedMs);
});

it.each([
  ['/step-1', '/step-1'],
  ['/payment-success', '/payment-success'],
  ['/ada@example.com', '/'],
  ['ada@example.com/step-1', '/'],
  ['/step-1?email=ada@example.com', '/'],
])('gives ad platforms the URL of %s', (path, expected) => {
  expect(pageUrl(origin, path)).toBe(`${origin}${expected}`);
});
