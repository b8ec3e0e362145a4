import { readReturnParameters } from './return-parameters.ts';

function read(search: string) {
  const remaining = new URLSearchParams(search);
  const takeQuery = (name: string) => {
    const value = remaining.get(name);
    remaining.delete(name);
    return value;
  };
  return { parameters: readReturnParameters({ takeQuery }, search), remaining: remaining.toString() };
}

describe('the parameters of the return URL', () => {
  it('are verifiable by a session id, which stays in the URL for a reload', () => {
    const { parameters, remaining } = read('session_id=cs_1&email=v@example.com&plan=x&amount=5');
    expect(parameters).toEqual({ status: 'verifiable', sessionId: 'cs_1' });
    expect(remaining).toBe('session_id=cs_1');
  });

  it('default to the default plan and no email', () => {
    expect(read('').parameters).toEqual({ status: 'unverified', planName: '4-WEEK PLAN', email: null });
  });

  it('include an email and a plan only if they are valid', () => {
    const valid = read('email=v@example.com&plan=12-WEEK+PLAN').parameters;
    expect(valid).toEqual({ status: 'unverified', planName: '12-WEEK PLAN', email: 'v@example.com' });
    const invalid = read('email=Call+0800+123&plan=FREE+FOR+EVER').parameters;
    expect(invalid).toEqual({ status: 'unverified', planName: '4-WEEK PLAN', email: null });
  });
});
