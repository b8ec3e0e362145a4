import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { programArgs } from '../../platform/program.testkit.ts';
import { createTestClock } from '../../platform/service.testkit.ts';
import { ensureCatalog } from './catalog.ts';
import { startStripeApi } from './stripe-api.testkit.ts';
import { createStripe } from './stripe-client.ts';

const program = programArgs(join(__dirname, 'stripe-setup.ts'));

it('npm run stripe:setup prints what can be sold, fails if something cannot, and says what to do', async () => {
  const api = await startStripeApi(createTestClock().clock);
  await ensureCatalog(createStripe({ secretKey: 'sk_test_1', apiBase: api.environment.STRIPE_API_BASE }));
  Object.assign(api.prices.get('funnel-plan2-eur-4w-3999') ?? {}, { active: false });
  Object.assign(api.coupons.get('funnel-plan3-usd-first-4000-off') ?? {}, { valid: false });

  const run = promisify(execFile)(process.execPath, program, {
    env: { PATH: process.env['PATH'], ...api.environment },
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: [
      '1-WEEK PLAN  funnel-plan1-usd-1w-1386 (price_0)  funnel-plan1-usd-first-693-off',
      '1-WEEK PLAN  funnel-plan1-eur-1w-1386 (price_1)  funnel-plan1-eur-first-693-off',
      '4-WEEK PLAN  funnel-plan2-usd-4w-3999 (price_2)  funnel-plan2-usd-first-2000-off',
      '12-WEEK PLAN  funnel-plan3-eur-12w-7999 (price_5)  funnel-plan3-eur-first-4000-off',
      '',
    ].join('\n'),
    stderr: [
      'The price funnel-plan2-eur-4w-3999 is archived: reactivate the price in the dashboard, or change the plan’s amount',
      'The coupon funnel-plan3-usd-first-4000-off differs or is no longer valid: delete the coupon in the dashboard, so that it is created again',
      '',
    ].join('\n'),
  });
  await api.close();
}, 30_000);
