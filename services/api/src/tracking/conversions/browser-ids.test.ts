import { browserIdsSchema, renewBrowserIds } from './browser-ids.ts';
import { readParts, writeParts } from './cookie-parts.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const random = 1098115397;
const first = renewBrowserIds({}, undefined, nowMs, random);

it('starts with an fbp in the format of Meta, and a session in Unix seconds', () => {
  expect(first).toEqual({
    fbp: 'fb.1.1768478400000.1098115397',
    fbc: undefined,
    sessionId: '1768478400',
    activeAt: '1768478400',
  });
  expect(writeParts(first)).toBe(
    'fbp=fb.1.1768478400000.1098115397&sessionId=1768478400&activeAt=1768478400',
  );
  expect(readParts(browserIdsSchema, writeParts(first))).toEqual(first);
});

it('continues a session until 30 minutes have passed without a request', () => {
  const later = renewBrowserIds(first, undefined, nowMs + 30 * minuteMs, random);
  const inTheSameSecond = renewBrowserIds(later, undefined, nowMs + 30 * minuteMs, random);
  const stillLater = renewBrowserIds(later, undefined, nowMs + 60 * minuteMs, random);
  for (const ids of [later, inTheSameSecond, stillLater]) expect(ids.sessionId).toBe('1768478400');
  const idle = renewBrowserIds(stillLater, undefined, nowMs + 90 * minuteMs + 1000, random);
  expect(idle.sessionId).toBe(String(1768478400 + 90 * 60 + 1));
});

it('starts a session again after a clock that was ahead', () => {
  const ahead = { ...first, activeAt: '1768482000', sessionId: '1768482000' };
  expect(renewBrowserIds(ahead, undefined, nowMs, random).sessionId).toBe('1768478400');
});

it('keeps fbp and the last click for 90 days', () => {
  const clicked = renewBrowserIds(first, 'fb.1.1768478400000.IwAR0', nowMs, random);
  const within = renewBrowserIds(clicked, undefined, nowMs + 90 * dayMs - 1, 2222222222);
  expect([within.fbp, within.fbc]).toEqual([first.fbp, 'fb.1.1768478400000.IwAR0']);
  const after = renewBrowserIds(within, undefined, nowMs + 90 * dayMs, 2222222222);
  expect([after.fbp, after.fbc]).toEqual([`fb.1.${nowMs + 90 * dayMs}.2222222222`, undefined]);
});

it('ignores a tampered cookie', () => {
  expect(readParts(browserIdsSchema, 'fbp=1&fbc=a%20b&sessionId=x&activeAt=1&other=1')).toEqual({});
});
