import { contractVersion } from '@funnel/contracts/remote-module';

export default {
  name: 'shell',
  entry: './src/main.tsx',
  layout: './src/layout/layout.tsx',
  storedState: './src/state/stored-state.ts',
  contracts: [contractVersion],
};
