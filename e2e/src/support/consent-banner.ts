import type { Page } from '@playwright/test';

/** The banner that asks whether ads may be measured. */
export const question = (page: Page) => page.getByRole('region', { name: 'Privacy choice' });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The button below every screen that withdraws the choice and asks again. */
export const change = (page: Page) => button(page, 'Privacy choices');
