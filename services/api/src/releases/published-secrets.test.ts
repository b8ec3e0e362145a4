import {
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { publishTest, testQuiz, withFiles } from './release.testkit.ts';

const metaToken = 'EAABsecretOfTheAdPlatform';
const pixelId = '1234567890123456';

describeOnEachEngine('a build for a service with secrets of its own', (open) => {
  let app: TestApp;
  beforeAll(async () => {
    const environment = { META_PIXEL_ID: pixelId, META_ACCESS_TOKEN: metaToken };
    app = await startTestApp({ database: await open(), environment });
  });
  afterAll(() => app.close());

  const publish = (text: string) => publishTest(app, withFiles(testQuiz('2.0.0'), { 'keys.js': text }));

  it.each([
    ['META_ACCESS_TOKEN', metaToken],
    ['OPERATOR_TOKEN', testOperatorToken],
  ])('is rejected if it contains %s, which the reason does not repeat', async (_, secret) => {
    const error: unknown = await publish(`const key = "${secret}";`).catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining(
        'keys.js contains what looks like a secret of the service. Remove it from the build, and replace it where it is used.',
      ),
    });
    expect(JSON.stringify(error) + String(error)).not.toContain(secret);
  });

  it('is accepted with what every visitor may know, such as the id of a pixel', async () => {
    expect(await publish(`const pixel = "${pixelId}";`)).toMatchObject({ outcome: 'published' });
  });
});
