import type { FunnelEvent } from '@funnel/contracts/events';

import { readRelease } from '../boot/read-document.ts';
import { createEventQueue } from './event-queue.ts';
import { createFailureReports } from './error-reporter.ts';

/** A page with this text as its release set; `sent` is what has left it. */
function openPage(releaseSet: string) {
  const { setId, shellVersion } = readRelease({ getElementById: () => ({ textContent: releaseSet }) });
  const sent: FunnelEvent[] = [];
  const events = createEventQueue({
    setId,
    send: (batch) => sent.push(...batch),
    later: () => undefined,
  });
  const failures = createFailureReports({
    page: { origin: 'https://funnel.example', shellVersion },
    path: () => '/final',
    events,
  });
  return { failures, sent: () => (events.flush(), sent) };
}

function thrown(stack: string) {
  const error = new TypeError('secret@example.com is no number');
  error.stack = stack;
  return error;
}
const ofShell = thrown('start@https://funnel.example/assets/1.2.0/shell.1a2b.js:1:23');

describe('a shell that does not go on', () => {
  it('is told of as a failure of its version, without the words of the error', () => {
    const { failures, sent } = openPage('{"id":"set-7","shell":"1.2.0"}');
    failures.shellFailed(ofShell);
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

  it.each(['', '{', 'null', '[]', '{"id":7}'])('is told of where the release set is %j', (releaseSet) => {
    const { failures, sent } = openPage(releaseSet);
    failures.shellFailed(ofShell);
    expect(sent()).toMatchObject([{ name: 'ResourceFailed', remote: 'shell', setId: '', version: '' }]);
  });
});

it('tells of a version that threw as its own failure, whoever’s script the error came from', () => {
  const { failures, sent } = openPage('{"id":"set-7","shell":"1.2.0"}');
  failures.renderFailed('mfe-legal', '2.0.0', ofShell);
  expect(sent()).toMatchObject([{ name: 'ResourceFailed', remote: 'mfe-legal', version: '2.0.0' }]);
});

it('tells of an error that nobody caught', () => {
  const { failures, sent } = openPage('{"id":"set-7","shell":"1.2.0"}');
  const target = new EventTarget();
  failures.captureUncaught(target);
  target.dispatchEvent(Object.assign(new Event('error'), { error: ofShell }));
  expect(sent()).toMatchObject([{ name: 'ScriptFailed', remote: 'shell', version: '1.2.0' }]);
});

it('goes on where the browser gives no ids', () => {
  const { failures, sent } = openPage('{"id":"set-7","shell":"1.2.0"}');
  const ids = jest.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  failures.shellFailed(ofShell);
  ids.mockRestore();
  expect(sent()).toEqual([]);
});
