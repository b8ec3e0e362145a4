import type { RemoteDefinition } from '@funnel/remote-tools/definition';

import { topBar } from './src/top-bar.ts';

export default {
  name: 'mfe-example',
  module: './src/example.remote.tsx',
  paths: ['/example-path'],
  widgets: [],
  screens: ['/example-path'],
  firstScreens: [{ path: '/example-path', topBar }],
  titles: {},
} satisfies RemoteDefinition;
