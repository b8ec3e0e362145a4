import { describeOnEachEngine } from '../../platform/service.testkit.ts';
import { startVisit, startPaidFunnel, type PaidFunnel } from '../paid-funnel.testkit.ts';

describeOnEachEngine('the activation link', (open) => {
  let funnel: PaidFunnel;
  beforeAll(async () => {
    funnel = await startPaidFunnel(await open());
  });
  afterAll(() => funnel.close());

  const redeem = async (token: string | undefined) =>
    (await funnel.app.post('/api/activation', { token })).status;
  async function buy() {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId);
    return {
      /** Opens the success page in as many tabs, and returns the token of each. */
      openTabs: async (count: number) => {
        const tokens: (string | undefined)[] = [];
        for (let tab = 0; tab < count; tab++) {
          funnel.advance(1);
          tokens.push((await visit.read(sessionId)).activationToken);
        }
        return tokens;
      },
    };
  }

  it('comes when a delayed debit is paid, and not earlier', async () => {
    const visit = await startVisit(funnel.app);
    const { sessionId } = await visit.open();
    funnel.api.complete(sessionId, 'unpaid');
    const pending = await visit.read(sessionId);
    expect([pending.status, pending.activationToken]).toEqual(['processing', undefined]);
    funnel.api.complete(sessionId);
    const paid = await visit.read(sessionId);
    expect(paid.status).toBe('paid');
    expect(await redeem(paid.activationToken)).toBe(200);
  });

  it('that is unknown is rejected with the reason', async () => {
    const response = await funnel.app.post('/api/activation', { token: 'x'.repeat(43) });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: 'not-found',
      detail: 'This activation link is not valid any more',
    });
  });

  it('is valid for a day', async () => {
    const [older, newer] = await (await buy()).openTabs(2);
    funnel.advance(24 * 3_600_000 - 1);
    expect([await redeem(older), await redeem(newer)]).toEqual([404, 200]);
  });

  it('works in the five tabs that were opened last', async () => {
    const tokens = await (await buy()).openTabs(7);
    const statuses: number[] = [];
    for (const token of tokens) statuses.push(await redeem(token));
    expect(statuses).toEqual([404, 404, 200, 200, 200, 200, 200]);
  });

  it('of one buyer works regardless of the tabs of others', async () => {
    const [buyer, other] = [await buy(), await buy()];
    const [token] = await buyer.openTabs(1);
    expect(await other.openTabs(6)).toHaveLength(6);
    const [newer] = await buyer.openTabs(1);
    expect([await redeem(token), await redeem(newer)]).toEqual([200, 200]);
  });
});
