import { idle, nextSessionState, type SessionEvent, type SessionState } from './session-state.ts';

const session = {
  sessionId: 'cs_1',
  clientSecret: 'cs_1_secret_1',
  amountMinor: 1999,
  currency: 'USD',
  plan: { planId: 'plan2', name: '4-WEEK PLAN' },
} as const;
const failure = { code: 'session-failed', message: 'An error occurred' } as const;

const after = (...events: SessionEvent[]): SessionState => events.reduce(nextSessionState, idle);

describe('the checkout session on the page', () => {
  it('is being created once it is asked for', () => {
    expect(after({ type: 'requested', attemptId: 'a' })).toEqual({ status: 'creating', attemptId: 'a' });
  });

  it('is ready with the session of the attempt that is under way', () => {
    const state = after({ type: 'requested', attemptId: 'a' }, { type: 'opened', attemptId: 'a', session });
    expect(state).toEqual({ status: 'ready', attemptId: 'a', session });
  });

  it('drops the answer to an attempt that another one has replaced', () => {
    const state = after(
      { type: 'requested', attemptId: 'a' },
      { type: 'requested', attemptId: 'b' },
      { type: 'opened', attemptId: 'a', session },
    );
    expect(state).toEqual({ status: 'creating', attemptId: 'b' });
  });

  it('drops a late failure of a replaced attempt', () => {
    const state = after(
      { type: 'requested', attemptId: 'a' },
      { type: 'requested', attemptId: 'b' },
      { type: 'opened', attemptId: 'b', session },
      { type: 'failed', attemptId: 'a', failure },
    );
    expect(state.status).toBe('ready');
  });

  it('fails with the message to show, and is created anew on a retry', () => {
    const failed = after({ type: 'requested', attemptId: 'a' }, { type: 'failed', attemptId: 'a', failure });
    expect(failed).toEqual({ status: 'failed', failure });
    expect(nextSessionState(failed, { type: 'requested', attemptId: 'b' }).status).toBe('creating');
  });

  it('fails when the form of an open session does not appear', () => {
    const state = after(
      { type: 'requested', attemptId: 'a' },
      { type: 'opened', attemptId: 'a', session },
      { type: 'failed', attemptId: 'a', failure },
    );
    expect(state.status).toBe('failed');
  });

  it('keeps no secret once it is closed, whatever arrives later', () => {
    const state = after(
      { type: 'requested', attemptId: 'a' },
      { type: 'closed' },
      { type: 'opened', attemptId: 'a', session },
    );
    expect(state).toEqual(idle);
  });
});
