import { hourMs } from '@funnel/service-kit/durations';
import { createLog } from '@funnel/service-kit/log';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { createToken } from './release-calls.testkit.ts';
import { clientOf, publishTestBuild, testQuiz, withFiles } from './release.testkit.ts';

const metaToken = 'EAAB-secret-of-the-ad-platform-1';
const adasToken = 'ada:token-of-thirty-two-characters-1';
/** Others, who know its beginning or try words, could guess them. */
const bensToken = 'the-editor-in-chief:31-characters-after-the-name-12';
const tiktokToken = '31-characters-of-an-ad-platform';
const pixelId = '1234567890123456';

describeOnEachEngine('a build for a service with secrets of its own', (open, engine) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  const errors: unknown[] = [];
  beforeAll(async () => {
    const log = createLog('silent');
    jest.spyOn(log, 'error').mockImplementation((...args: unknown[]) => void errors.push(args));
    app = await startTestApp({
      database: await open(),
      clock,
      log,
      environment: {
        META_PIXEL_ID: pixelId,
        META_ACCESS_TOKEN: metaToken,
        TIKTOK_PIXEL_ID: 'C4A1B2C3D4E5F6G7H8I9',
        TIKTOK_ACCESS_TOKEN: tiktokToken,
        OPERATOR_TOKEN: [testOperatorToken, adasToken, bensToken].join(','),
      },
    });
  });
  afterAll(() => app.close());

  let versions = 0;
  const publish = (text: string, token = testOperatorToken) =>
    publishTestBuild(
      { ...clientOf(app), token },
      withFiles(testQuiz(`2.0.${versions++}`), { 'keys.js': text }),
    );

  it.each([
    ['META_ACCESS_TOKEN', metaToken],
    ['OPERATOR_TOKEN', adasToken],
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

  it.each([
    ['a token of 31 characters', tiktokToken],
    ['an operator’s token of 31 characters after the name', bensToken],
  ])('is accepted with %s, so that no publisher tests guesses of it', async (_, secret) => {
    expect(await publish(`const key = "${secret}";`)).toMatchObject({ outcome: 'published' });
  });

  it('is the last one of its token for a day after three with a secret, and each is logged with app and name', async () => {
    const tokenOf = async (name: string) =>
      (await createToken(clientOf(app), { name, preset: 'publisher:mfe-quiz', days: 9 })).token;
    const [guesser, colleague] = [await tokenOf('guesser'), await tokenOf('colleague')];
    errors.length = 0;
    for (let guess = 0; guess < 3; guess++)
      await expect(publish(`${guess} ${metaToken}`, guesser)).rejects.toMatchObject({
        code: 'invalid-request',
      });
    const blocked = {
      code: 'too-many-requests',
      message:
        'Your token has sent 3 builds with a secret of the service within a day, so it publishes no build until a day after the first of them. Remove the secret, replace it where it is used, and ask an admin for another token.',
    };
    await expect(publish(`3 ${metaToken}`, guesser)).rejects.toMatchObject(blocked);
    await expect(publish('harmless()', guesser)).rejects.toMatchObject(blocked);
    expect(await publish('harmless()', colleague)).toMatchObject({ outcome: 'published' });
    const text = 'a build contains a secret of the service: replace it where it is used';
    const entry = [{ app: 'mfe-quiz', operator: 'guesser' }, text];
    expect(errors).toEqual([entry, entry, entry]);
    // PostgreSQL counts by its own clock, which no test can move.
    if (engine === 'postgres') return;
    advance(23 * hourMs);
    await expect(publish('harmless()', guesser)).rejects.toMatchObject(blocked);
    advance(hourMs);
    expect(await publish('harmless()', guesser)).toMatchObject({ outcome: 'published' });
  });

  it('is searched alone, so that builds sent at once test no more guesses', async () => {
    const request = { name: 'parallel', preset: 'publisher:mfe-quiz', days: 1 };
    const { token } = await createToken(clientOf(app), request);
    const guesses = Array.from({ length: 8 }, (_, guess) => publish(`at once ${guess} ${metaToken}`, token));
    const outcomes = await Promise.allSettled(guesses);
    const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
    expect(codes.filter((code) => code === 'invalid-request')).toHaveLength(3);
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(5);
  });
});
