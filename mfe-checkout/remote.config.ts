import { en } from './src/content/en.ts';

export default {
  name: 'mfe-checkout',
  module: './src/checkout.remote.tsx',
  paths: ['/checkout', '/payment-success'],
  widgets: ['payment-form'],
  screens: ['/checkout', '/payment-success'],
  firstScreens: [],
  titles: { '/checkout': en.checkout.title, '/payment-success': en.success.paid.title },
};
