import {
  amountsIn,
  buy,
  choosePlan,
  expectCharges,
  expectForm,
  expectPaid,
  sales,
} from './support/figures.ts';
import { expect, test } from './support/funnel.ts';
import { cards, mouse, pay } from './support/journey.ts';

test.use({ productName: 'payment in a dialog', serviceEnv: { CHECKOUT_PRESENTATION: 'dialog' } });

for (const sale of sales) {
  test.describe(`${sale.name} in ${sale.currency}`, () => {
    test.use({ locale: sale.locale });

    test('has the same figures on the offer, in the payment dialog, after payment and in both invoices', async ({
      page,
      funnel,
    }) => {
      await page.goto(`/final?email=${sale.planId}-${sale.currency}@example.com`);
      await choosePlan(page, sale);

      await buy(page).click();
      const dialog = page.getByRole('dialog', { name: 'Payment Details' });
      await expectForm(page, sale);
      await expect(dialog.getByText(`${sale.today} charged today.`)).toBeVisible();
      await expect(dialog.getByText(sale.renewalNotice)).toBeVisible();
      expect(await amountsIn(dialog)).toEqual([sale.today, sale.struck].toSorted());
      await expect(page).toHaveURL('/final');

      await pay(page, mouse, cards.good);
      await expectPaid(page, sale);
      await expectCharges(page, funnel, sale);
    });
  });
}
