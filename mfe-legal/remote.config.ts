export default {
  name: 'mfe-legal',
  module: './src/legal.remote.tsx',
  paths: [],
  widgets: ['dialog'],
  screens: [],
  firstScreens: [],
};
