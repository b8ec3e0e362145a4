import { join } from 'node:path';

import { runCheckoutLoad } from './checkout-load.testkit.ts';

// The service is started several times, and a machine may be busy.
jest.setTimeout(180_000);

it('leaves each of 20 visitors one session to buy in, however often they press and the service is killed', async () => {
  const storm = { visitors: 20, callsPerVisitor: 12, kills: 2 };
  const { answered, refused, kills, purchasable, open } = await runCheckoutLoad(
    join(__dirname, '../../main.ts'),
    storm,
  );
  expect(kills).toBe(storm.kills);
  expect(answered + refused).toBe(storm.visitors * storm.callsPerVisitor);
  expect(purchasable).toEqual(purchasable.map(() => 1));
  expect(open).toEqual(purchasable);
});
