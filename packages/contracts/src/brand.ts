/** Who we are, in every text and link. Change it here and nowhere else. */
export const brand = {
  name: 'Candela',
  olderName: 'Tickwise',
  supportEmail: 'support@candela.example',
  appUrl: 'https://app.candela.example',
} as const;

/** What stands in the browser's tab above a screen with this heading. */
export const documentTitle = (heading: string): string =>
  heading ? `${heading} · ${brand.name}` : brand.name;
