import { join } from 'node:path';

import { runCheckoutLoad } from './checkout-load.testkit.ts';

// The service is started several times, which is slow on a busy machine.
jest.setTimeout(180_000);

it('leaves each of 20 visitors one open session, despite repeated clicks and restarts of the service', async () => {
  const load = { visitors: 20, callsPerVisitor: 12, kills: 2 };
  const { answered, refused, kills, purchasable, open } = await runCheckoutLoad(
    join(__dirname, '../../main.ts'),
    load,
  );
  expect(kills).toBe(load.kills);
  expect(answered + refused).toBe(load.visitors * load.callsPerVisitor);
  expect(purchasable).toEqual(purchasable.map(() => 1));
  expect(open).toEqual(purchasable);
});
