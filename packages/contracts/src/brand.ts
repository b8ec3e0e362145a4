/** Who we are, in every text and link. Change it here and nowhere else. */
export const brand = {
  name: 'Candela',
  olderName: 'Tickwise',
  supportEmail: 'support@candela.example',
  appUrl: 'https://app.candela.example',
} as const;
