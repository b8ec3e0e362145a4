/** Brand name, support email and external app of the product. All texts and links read them from here. */
export const brand = {
  name: 'Candela',
  olderName: 'Tickwise',
  supportEmail: 'support@candela.example',
  appUrl: 'https://app.candela.example',
} as const;

/** Returns the document title of a screen, such as `How old are you? · Candela`. An empty heading gives the brand alone. */
export const documentTitle = (heading: string): string =>
  heading ? `${heading} · ${brand.name}` : brand.name;
