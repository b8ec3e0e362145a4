import { measureProcessorTime } from '@funnel/service-kit/processor-time.testkit';

import { deviceOf, sourceOf } from './first-touch.ts';

it.each([
  ['the named source, in lower case', { utm_source: 'Newsletter', fbc: 'fb.1.1.a' }, 'newsletter'],
  ['Facebook', { fbc: 'fb.1.1.a', ttclid: 'E.C.P.1', gclid: 'Cj0K' }, 'facebook'],
  ['TikTok', { ttclid: 'E.C.P.1', gclid: 'Cj0K' }, 'tiktok'],
  ['Google', { gclid: 'Cj0K', referrer: 'www.google.com' }, 'google'],
  ['Google, from an app', { gbraid: '0AAA' }, 'google'],
  ['Google, to an app', { wbraid: 'ClwK' }, 'google'],
  ['the referring site', { referrer: 'blog.example.org' }, 'blog.example.org'],
  ['a typed URL', {}, 'direct'],
])('finds as source %s', (_, attribution, source) => {
  expect(sourceOf(attribution)).toBe(source);
});

// Agents as browsers send them: https://developers.whatismybrowser.com/useragents/explore/
it.each([
  [
    'phone',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36',
    '',
  ],
  ['tablet', 'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140 Safari/537.36', '?0'],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', ''],
  [
    'tablet',
    'Mozilla/5.0 (Linux; U; en-us; KFTHWI) AppleWebKit/535.19 (KHTML, like Gecko) Silk/3.13 Safari/535.19',
    '',
  ],
  [
    'phone',
    'Mozilla/5.0 (Linux; Android 5.1; SD4930UR) AppleWebKit/537.36 Silk/60.2 like Chrome/60 Mobile',
    '',
  ],
  ['desktop', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140 Safari/537.36', '?0'],
  ['phone', 'an unknown browser', '?1'],
])('takes a %s for what it is: %s', (device, agent, hint) => {
  expect(deviceOf(agent, hint)).toBe(device);
});

it('takes no longer for a long agent with thousands of names', () => {
  const agent = `${'Silk'.repeat(20_000)}Mobi`;
  const usedMs = measureProcessorTime();
  deviceOf(agent, '');
  expect(usedMs()).toBeLessThan(200);
});
