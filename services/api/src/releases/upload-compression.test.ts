import { compressText } from '@funnel/release-kit/gates/compress-text';

import { describeOnEachEngine, startTestApp, testOperatorToken } from '../platform/service.testkit.ts';
import { integrityOf } from './release.testkit.ts';

jest.mock('@funnel/release-kit/gates/compress-text', () => ({
  compressText: jest.fn(async () => new Uint8Array()),
}));

describeOnEachEngine('bytes that compression does not make smaller', (open) => {
  it('are compressed once, however often they are uploaded', async () => {
    const app = await startTestApp({ database: await open() });
    const text = `const random = '${Math.random()}';`;
    const hash = integrityOf(text).replace('sha384-', '').replaceAll('+', '-').replaceAll('/', '_');
    const upload = async () =>
      (
        await app.request(`/api/releases/files/${hash}`, {
          method: 'PUT',
          body: text,
          headers: { Authorization: `Bearer ${testOperatorToken}`, 'Content-Type': 'text/javascript' },
        })
      ).status;
    jest.mocked(compressText).mockClear();
    expect(await upload()).toBe(201);
    expect(await upload()).toBe(200);
    expect(await upload()).toBe(200);
    expect(compressText).toHaveBeenCalledTimes(1);
    await app.close();
  });
});
