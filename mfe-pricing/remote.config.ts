export default {
  name: 'mfe-pricing',
  module: './src/pricing.remote.tsx',
  paths: ['/final'],
  widgets: [],
  screens: ['/final'],
  firstScreens: [],
};
