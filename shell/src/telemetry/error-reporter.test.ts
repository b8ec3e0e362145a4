import type { FunnelEvent } from '@funnel/contracts/events';

import { readRelease } from '../boot/read-document.ts';
import { createEventQueue } from './event-queue.ts';
import { createErrorReporter } from './error-reporter.ts';

/** A page with this text as its release set. `sent` returns the events that were sent. */
function openPage(releaseSet: string) {
  const { setId, shellVersion } = readRelease({ getElementById: () => ({ textContent: releaseSet }) });
  const sent: FunnelEvent[] = [];
  const events = createEventQueue({
    setId,
    send: async (batch) => {
      sent.push(...batch);
      return null;
    },
    later: () => undefined,
  });
  const errors = createErrorReporter({
    page: { origins: ['https://funnel.example'], shellVersion },
    path: () => '/final',
    events,
  });
  return { errors, sent: () => (events.flush(), sent) };
}

function thrown(stack: string) {
  const error = new TypeError('secret@example.com is no number');
  error.stack = stack;
  return error;
}
const shellError = thrown('start@https://funnel.example/assets/1.2.0/shell.1a2b.js:1:23');

describe('a shell that cannot continue', () => {
  it('is reported as a failure of its version, without the message of the error', () => {
    const { errors, sent } = openPage('{"id":"set-7","shell":"1.2.0"}');
    errors.shellFailed(shellError);
    expect(sent()).toEqual([
      {
        name: 'ResourceFailed',
        remote: 'shell',
        version: '1.2.0',
        setId: 'set-7',
        path: '/final',
        detail: 'TypeError /assets/1.2.0/shell.1a2b.js:1:23',
        id: expect.any(String),
        at: expect.any(Number),
      },
    ]);
  });

  it.each(['', '{', 'null', '[]', '{"id":7}'])('is reported if the release set is %j', (releaseSet) => {
    const { errors, sent } = openPage(releaseSet);
    errors.shellFailed(shellError);
    expect(sent()).toMatchObject([{ name: 'ResourceFailed', remote: 'shell', setId: '', version: '' }]);
  });
});

it('reports why the files of a version did not load, in at most 500 characters, which is what the service accepts', () => {
  const { errors, sent } = openPage('{"id":"set-7","shell":"1.2.0"}');
  errors.loadFailed('mfe-quiz', '2.0.0', new Error('x'.repeat(501)));
  errors.loadFailed('mfe-quiz', '1.9.0', 'secret@example.com');
  expect(sent()).toMatchObject([
    { name: 'ResourceFailed', remote: 'mfe-quiz', version: '2.0.0', detail: 'x'.repeat(500) },
    { name: 'ResourceFailed', remote: 'mfe-quiz', version: '1.9.0', detail: 'unknown' },
  ]);
});

it('reports a version that threw as its own failure, even if the error comes from another script', () => {
  const { errors, sent } = openPage('{"id":"set-7","shell":"1.2.0"}');
  errors.renderFailed('mfe-legal', '2.0.0', shellError);
  expect(sent()).toMatchObject([{ name: 'ResourceFailed', remote: 'mfe-legal', version: '2.0.0' }]);
});

it('reports an uncaught error', () => {
  const { errors, sent } = openPage('{"id":"set-7","shell":"1.2.0"}');
  const target = new EventTarget();
  errors.captureUncaught(target);
  target.dispatchEvent(Object.assign(new Event('error'), { error: shellError }));
  expect(sent()).toMatchObject([{ name: 'ScriptFailed', remote: 'shell', version: '1.2.0' }]);
});

it('reports a promise that nobody handled', () => {
  const { errors, sent } = openPage('{"id":"set-7","shell":"1.2.0"}');
  const target = new EventTarget();
  errors.captureUncaught(target);
  target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: shellError }));
  expect(sent()).toMatchObject([{ name: 'ScriptFailed', remote: 'shell', version: '1.2.0' }]);
});

it('reports at most ten uncaught errors of a page that fails in a loop', () => {
  const { errors, sent } = openPage('{"id":"set-7","shell":"1.2.0"}');
  const target = new EventTarget();
  errors.captureUncaught(target);
  for (let time = 0; time < 6; time += 1) {
    target.dispatchEvent(Object.assign(new Event('error'), { error: shellError }));
    target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: shellError }));
  }
  expect(sent()).toHaveLength(10);
});

it('does not throw if the browser cannot create ids', () => {
  const { errors, sent } = openPage('{"id":"set-7","shell":"1.2.0"}');
  const ids = jest.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  errors.shellFailed(shellError);
  ids.mockRestore();
  expect(sent()).toEqual([]);
});
