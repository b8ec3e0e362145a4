export default {
  name: 'mfe-rspack',
  module: './src/rspack.remote.tsx',
  paths: ['/rspack'],
  widgets: [],
  screens: ['/rspack'],
  // The tools prerender with their own bundler, whose class names would have to be the same.
  firstScreens: [],
  titles: { '/rspack': 'Built by Rspack' },
};
