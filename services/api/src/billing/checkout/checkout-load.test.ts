import { join } from 'node:path';

import { runCheckoutLoad } from './checkout-load.testkit.ts';

// The service is started several times, which is slow on a busy machine.
jest.setTimeout(180_000);

it('leaves each of 20 visitors one open session, despite repeated clicks and restarts of the service', async () => {
  const load = { visitors: 20, callsPerVisitor: 12, kills: 2 };
  const { answered, rejected, cutOff, kills, created, purchasable, open } = await runCheckoutLoad(
    join(__dirname, '../../main.ts'),
    load,
  );
  expect(kills).toBe(2);
  expect(cutOff).toBeGreaterThan(0);
  expect(answered + rejected).toBe(240);
  expect(answered).toBeGreaterThan(200);
  // Every visitor changes the plan twice, which takes three sessions.
  expect(created).toBeGreaterThan(50);
  const oneEach = Array.from({ length: 20 }, () => 1);
  expect(purchasable).toEqual(oneEach);
  expect(open).toEqual(oneEach);
});
