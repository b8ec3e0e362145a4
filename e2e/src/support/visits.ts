import { randomUUID } from 'node:crypto';

import type { Funnel } from './funnel.ts';

/** As browsers send them: more do not go into one body. */
const maxConcurrent = 7;

/** A browser without a screen: a page was opened, and what it would report can be said for it. */
export interface LightVisit {
  readonly set: { readonly id: string };
  readonly cookies: readonly { name: string; value: string }[];
  report(
    ...events: readonly { name: string; path?: string; remote?: string; version?: string }[]
  ): Promise<void>;
}

let visits = 0;
/** Visitors come from many networks, as the service sees them where it trusts a proxy. */
const nextIp = () => `20.${visits++ % 250}.0.7`;

/** Opens the first page as a new visitor, who is given a release set. */
export async function simulateVisit({ url }: Funnel): Promise<LightVisit> {
  const from = { 'x-forwarded-for': nextIp() };
  const response = await fetch(url, { headers: from });
  const [, json = ''] = /id="release-set">(.*?)<\/script>/.exec(await response.text()) ?? [];
  const set: { id: string } = JSON.parse(json);
  const cookies = response.headers.getSetCookie().flatMap((line) => {
    const [, name = '', value = ''] = /^(\w+)=([^;]+)/.exec(line) ?? [];
    return name ? [{ name, value }] : [];
  });
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return {
    set,
    cookies,
    async report(...events) {
      const received = events.map((event) => ({
        path: '/',
        ...event,
        id: randomUUID(),
        at: Date.now(),
        setId: set.id,
      }));
      for (let done = 0; done < received.length; done += maxConcurrent) {
        const answer = await fetch(`${url}/api/events`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie, ...from },
          body: JSON.stringify({ events: received.slice(done, done + maxConcurrent) }),
        });
        if (answer.status !== 202) throw new Error(`events: ${answer.status} ${await answer.text()}`);
      }
    },
  };
}
