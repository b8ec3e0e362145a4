import { readReturnParameters } from './return-parameters.ts';

function arrive(search: string) {
  const left = new URLSearchParams(search);
  const takeQuery = (name: string) => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  return { arrival: readReturnParameters({ takeQuery }, search), left: left.toString() };
}

describe('arriving after payment', () => {
  it('can be verified by a session id, which stays in the address for a reload', () => {
    const { arrival, left } = arrive('session_id=cs_1&email=v@example.com&plan=x&amount=5');
    expect(arrival).toEqual({ status: 'verifiable', sessionId: 'cs_1' });
    expect(left).toBe('session_id=cs_1');
  });

  it('is the default plan and no e-mail where the address says nothing', () => {
    expect(arrive('').arrival).toEqual({ status: 'unverified', planName: '4-WEEK PLAN', email: null });
  });

  it('shows an e-mail and a plan of the address only where they are valid', () => {
    const good = arrive('email=v@example.com&plan=12-WEEK+PLAN').arrival;
    expect(good).toEqual({ status: 'unverified', planName: '12-WEEK PLAN', email: 'v@example.com' });
    const bad = arrive('email=Call+0800+123&plan=FREE+FOR+EVER').arrival;
    expect(bad).toEqual({ status: 'unverified', planName: '4-WEEK PLAN', email: null });
  });
});
