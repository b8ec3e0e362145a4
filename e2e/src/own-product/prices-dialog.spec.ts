import {
  amountsIn,
  buy,
  choosePlan,
  expectCharges,
  expectForm,
  expectPaid,
  pricings,
  waysToCancel,
} from '../support/prices.ts';
import { dialogProduct, expect, test } from '../support/funnel.ts';
import { cards, mouse, pay } from '../support/journey.ts';

test.use(dialogProduct);
// One worker runs both files with this product, one after the other.
test.describe.configure({ lock: dialogProduct.productName });

for (const pricing of pricings) {
  test.describe(`${pricing.name} in ${pricing.currency}`, () => {
    test.use({ locale: pricing.locale });

    test('has the same prices on the offer, in the payment dialog, after payment and in both invoices', async ({
      page,
      funnel,
    }) => {
      await page.goto(`/final?email=${pricing.planId}-${pricing.currency}@example.com`);
      await choosePlan(page, pricing);

      await buy(page).click();
      const dialog = page.getByRole('dialog', { name: 'Payment Details' });
      await expectForm(page, pricing);
      await expect(dialog.getByText(`${pricing.today} charged today.`)).toBeVisible();
      await expect(dialog.getByText(pricing.renewalNotice)).toBeVisible();
      await expect(dialog.getByText(waysToCancel)).toBeVisible();
      expect(await amountsIn(dialog)).toEqual([pricing.today, pricing.struck].toSorted());
      await expect(page).toHaveURL('/final');

      await pay(page, mouse, cards.good);
      await expectPaid(page, pricing);
      await expectCharges(page, funnel, pricing);
    });
  });
}
