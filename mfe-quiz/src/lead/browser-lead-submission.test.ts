import { emptyFunnelState } from '@funnel/contracts/funnel-state';
import { noopShell } from '@funnel/shell-kit/noop-shell';

import { browserLeadSubmission, createBrowserLeadSubmission } from './browser-lead-submission.ts';

const browser = new EventTarget();

beforeAll(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { addEventListener: browser.addEventListener.bind(browser) });
  jest.spyOn(console, 'warn').mockReturnValue();
});
afterAll(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'addEventListener');
});

/** A visitor who has submitted the email while the service was out of reach. */
async function submitOffline() {
  const request = jest.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  const submission = createBrowserLeadSubmission({ ...noopShell, request });
  await submission.submit(emptyFunnelState, 'offline@example.com');
  expect(request).toHaveBeenCalledTimes(1);
  return request;
}

it('is the same for all screens of a page, whose memory may be all that is known of a lead', () => {
  expect(browserLeadSubmission({ ...noopShell })).toBe(browserLeadSubmission({ ...noopShell }));
});

it('reports a lead that the service has rejected', async () => {
  const logged = jest.spyOn(console, 'error').mockReturnValue();
  const report = jest.fn();
  const request = async () => new Response(null, { status: 400 });
  await createBrowserLeadSubmission({ ...noopShell, request, report }).submit(
    emptyFunnelState,
    'rejected@example.com',
  );
  expect(report.mock.calls).toEqual([[{ name: 'ResourceFailed', detail: 'lead rejected' }]]);
  expect(logged).toHaveBeenCalledTimes(1);
});

it('sends a lead as soon as the browser is online again', async () => {
  const request = await submitOffline();
  browser.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(0);
  expect(request).toHaveBeenCalledTimes(2);
});

it('sends a lead when the browser is online again an hour later, and then with the same delays as at first', async () => {
  const request = await submitOffline();
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(request).toHaveBeenCalledTimes(5);
  browser.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(0);
  expect(request).toHaveBeenCalledTimes(6);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(request).toHaveBeenCalledTimes(7);
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(request).toHaveBeenCalledTimes(10);
  browser.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(0);
  expect(request).toHaveBeenCalledTimes(11);
});

it('sends a lead after five seconds, even if the browser does not notice that it is online', async () => {
  const request = await submitOffline();
  await jest.advanceTimersByTimeAsync(4999);
  expect(request).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(request).toHaveBeenCalledTimes(2);
});
