import { contractVersion } from '@funnel/contracts/remote-module';

export default {
  name: 'shell',
  entry: './src/main.tsx',
  frame: './src/frame/frame.tsx',
  storedState: './src/state/stored-state.ts',
  contracts: [contractVersion],
};
