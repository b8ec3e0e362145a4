import { contractVersion } from '@funnel/contracts/remote-module';

export default {
  name: 'shell',
  entry: './src/main.tsx',
  brand: './src/brand',
  layout: './src/layout/prerender.ts',
  storedState: './src/state/stored-state.ts',
  contracts: [contractVersion],
};
