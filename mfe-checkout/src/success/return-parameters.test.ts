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
  it('are verifiable by a session id', () => {
    const { parameters } = read('session_id=cs_1&plan=x&amount=5');
    expect(parameters).toEqual({ status: 'verifiable', sessionId: 'cs_1' });
  });

  it('are verifiable by a session id that was copied with white space around it', () => {
    expect(read('session_id=+cs_1%0A').parameters).toEqual({ status: 'verifiable', sessionId: 'cs_1' });
  });

  it('stay in the URL for a reload, except for the email', () => {
    const search = 'session_id=cs_1&email=v@example.com&plan=12-WEEK+PLAN&amount=39.99';
    expect(read(search).remaining).toBe('session_id=cs_1&plan=12-WEEK+PLAN&amount=39.99');
  });

  it.each([
    ['without a plan', '', '4-WEEK PLAN'],
    ['with an empty plan', 'plan=+', '4-WEEK PLAN'],
    ['with a known plan', 'plan=12-WEEK+PLAN', '12-WEEK PLAN'],
    ['with a known plan in other letters', 'plan=12-week+plan', '12-WEEK PLAN'],
    ['with an unknown plan', 'plan=Lifetime+Plan', 'Lifetime Plan'],
    ['with markup', 'plan=%3Cb%3Ebold%3C%2Fb%3E', '<b>bold</b>'],
    ['with invisible characters', 'plan=%E2%80%AEGOLD%00%0A+PLAN', 'GOLD PLAN'],
    ['with a long plan', `plan=${'x'.repeat(500)}`, 'x'.repeat(60)],
    ['with a long plan of characters beyond 16 bits', `plan=x${'📈'.repeat(500)}`, `x${'📈'.repeat(59)}`],
  ])('%s name the plan as text, and no email', (_, query, planName) => {
    expect(read(`${query}&email=link@example.com`).parameters).toEqual({ status: 'unverified', planName });
  });
});
