export default {
  name: 'mfe-checkout',
  module: './src/checkout.remote.tsx',
  paths: ['/checkout', '/payment-success'],
  widgets: ['payment-form'],
  screens: ['/checkout', '/payment-success'],
  firstScreens: [],
};
