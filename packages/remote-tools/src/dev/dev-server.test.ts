import { once } from 'node:events';
import { createServer } from 'node:http';

import { startDevServer } from './dev-server.ts';

it('rejects a port that is in use, and says how to choose another one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const set = { id: '1', number: 1, shell: '1.0.0', remotes: [], previous: [] };
  const product = { origin: 'http://127.0.0.1:1', set, read: async () => null };
  const starting = startDevServer({ product, folder: __dirname, port, allowsWrites: false });
  await expect(starting).rejects.toThrow(`Port ${port} is in use. Choose another one with --port.`);
  other.close();
});
