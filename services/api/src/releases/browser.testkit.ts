import { releaseSetSchema } from '@funnel/contracts/release';
import { signValue } from '@funnel/service-kit/signed-value';

import { createCookieJar } from '../platform/cookie-jar.testkit.ts';
import { testKeys, type TestApp } from '../platform/service.testkit.ts';

/** A browser that stores cookies. With an id, it already has the cookie of that visit. */
export function openBrowser(app: TestApp, visitId?: string) {
  const jar = createCookieJar();
  if (visitId !== undefined)
    jar.cookies.set('visit', signValue('visit', [visitId, 'USD'], testKeys('visit')));
  async function open(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await app.request(path, {
      redirect: 'manual',
      headers: { cookie: jar.header(), ...headers },
    });
    jar.store(response);
    return response;
  }
  const setOf = async (response: Response) => {
    const [, json = ''] = /id="release-set">(.*?)<\/script>/.exec(await response.text()) ?? [];
    return releaseSetSchema.parse(JSON.parse(json));
  };
  return {
    jar,
    open,
    /** Loads a page and returns its quiz version. */
    async quiz(path = '/', headers = {}) {
      const set = await setOf(await open(path, headers));
      return set.remotes.find(({ name }) => name === 'mfe-quiz')?.version;
    },
    /** Loads the start page and returns its release set. */
    shownSet: async (headers = {}) => setOf(await open('/', headers)),
  };
}
