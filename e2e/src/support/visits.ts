import { randomUUID } from 'node:crypto';

import type { Funnel } from './funnel.ts';

/** The number of events that a browser sends in one body. */
const maxEventsPerRequest = 7;

/** A simulated visit: it has opened a page, and can report events as the page would. */
export interface SimulatedVisit {
  readonly set: { readonly id: string; readonly remotes: readonly { name: string; version: string }[] };
  readonly cookies: readonly { name: string; value: string }[];
  report(
    ...events: readonly { name: string; path?: string; remote?: string; version?: string; detail?: string }[]
  ): Promise<void>;
}

let visits = 0;
/** Every visit comes from another network. The service trusts the forwarded IP behind a proxy. */
const nextIp = () => `20.${visits++ % 250}.0.7`;

/** Opens a page, by default the first one, as a new visitor, who is assigned a release set. */
export async function simulateVisit({ url }: Funnel, landing = '/'): Promise<SimulatedVisit> {
  const from = { 'x-forwarded-for': nextIp() };
  const response = await fetch(`${url}${landing}`, { headers: from });
  const [, json = ''] = /id="release-set">(.*?)<\/script>/.exec(await response.text()) ?? [];
  const set: SimulatedVisit['set'] = JSON.parse(json);
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
      for (let done = 0; done < received.length; done += maxEventsPerRequest) {
        const response = await fetch(`${url}/api/events`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie, ...from },
          body: JSON.stringify({ events: received.slice(done, done + maxEventsPerRequest) }),
        });
        if (response.status !== 202) throw new Error(`events: ${response.status} ${await response.text()}`);
      }
    },
  };
}
