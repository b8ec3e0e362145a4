import { session } from './checkout-session.testkit.ts';
import {
  idle,
  nextSessionState,
  type CheckoutSessionAction,
  type CheckoutSessionState,
} from './session-state.ts';

const failure = { code: 'session-failed', message: 'An error occurred' } as const;

const after = (...actions: CheckoutSessionAction[]): CheckoutSessionState =>
  actions.reduce(nextSessionState, idle);

describe('the checkout session on the page', () => {
  it('is being created after a request', () => {
    expect(after({ type: 'requested', attemptId: 'a' })).toEqual({ status: 'creating', attemptId: 'a' });
  });

  it('is ready when the current attempt has opened a session', () => {
    const state = after({ type: 'requested', attemptId: 'a' }, { type: 'opened', attemptId: 'a', session });
    expect(state).toEqual({ status: 'ready', attemptId: 'a', session });
  });

  it('ignores the response to a replaced attempt', () => {
    const state = after(
      { type: 'requested', attemptId: 'a' },
      { type: 'requested', attemptId: 'b' },
      { type: 'opened', attemptId: 'a', session },
    );
    expect(state).toEqual({ status: 'creating', attemptId: 'b' });
  });

  it('ignores a late failure of a replaced attempt', () => {
    const state = after(
      { type: 'requested', attemptId: 'a' },
      { type: 'requested', attemptId: 'b' },
      { type: 'opened', attemptId: 'b', session },
      { type: 'failed', attemptId: 'a', failure },
    );
    expect(state.status).toBe('ready');
  });

  it('fails with the message to show, and is created again on a retry', () => {
    const failed = after({ type: 'requested', attemptId: 'a' }, { type: 'failed', attemptId: 'a', failure });
    expect(failed).toEqual({ status: 'failed', failure });
    expect(nextSessionState(failed, { type: 'requested', attemptId: 'b' }).status).toBe('creating');
  });

  it('fails if the form of an open session does not load', () => {
    const state = after(
      { type: 'requested', attemptId: 'a' },
      { type: 'opened', attemptId: 'a', session },
      { type: 'failed', attemptId: 'a', failure },
    );
    expect(state.status).toBe('failed');
  });

  it('keeps no secret after it is closed, even if a response arrives later', () => {
    const state = after(
      { type: 'requested', attemptId: 'a' },
      { type: 'closed' },
      { type: 'opened', attemptId: 'a', session },
    );
    expect(state).toEqual(idle);
  });
});
