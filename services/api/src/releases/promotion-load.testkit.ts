import { randomUUID } from 'node:crypto';

import { releaseSetSchema, type ReleaseSet } from '@funnel/contracts/release';
import type { ReleaseStatus } from '@funnel/contracts/release-management';
import type { ReleaseClient } from '@funnel/release-kit/client/publish-client';

import { createCookieJar, type CookieJar } from '../platform/cookie-jar.testkit.ts';
import { promote, rollback, status } from './release-calls.testkit.ts';
import {
  integrityOf,
  testCheckout,
  testPricing,
  testQuiz,
  testShell,
  publishTestBuild,
} from './release.testkit.ts';

/** One replica: the visitors' URL, and the client of the operator. */
export interface LoadReplica {
  readonly visitorsUrl: string;
  readonly client: ReleaseClient;
}

interface PromotionLoad {
  /** Visitors and the operator use these in turn. */
  readonly replicas: readonly LoadReplica[];
  /** The number of promotions, each followed by its rollback. */
  readonly promotions: number;
  /** The number of parallel visitors. Each starts a new visit after finishing one. */
  readonly visitors: number;
}

const versions = ['1.0.0', '1.1.0', '1.2.0'];
const pages = ['/', '/final', '/checkout'];

/** Publishes three versions of every app, and makes the first live. */
async function publishAll(client: ReleaseClient): Promise<void> {
  for (const version of versions) {
    for (const build of [testShell, testQuiz, testPricing, testCheckout])
      await publishTestBuild(client, build(version));
  }
  await promote(
    client,
    ['shell', 'mfe-quiz', 'mfe-pricing', 'mfe-checkout'].map((name) => `${name}@1.0.0`),
  );
}

/**
 * Promotes and rolls back while visitors go through the funnel. Every response must succeed, every file that a page
 * names must exist with the given hash, and everything that a page names must belong to its release set.
 */
export async function runPromotionLoad({ replicas, promotions, visitors }: PromotionLoad) {
  const [first] = replicas;
  if (!first) throw new Error('no replica');
  await publishAll(first.client);
  const membersOf = new Map<string, Readonly<Record<string, string>>>();

  const counts = {
    deployments: 0,
    journeys: 0,
    requests: 0,
    files: 0,
    preloads: 0,
    failed: 0,
    mixed: 0,
    movedOn: 0,
  };
  const faults: string[] = [];
  const shown: ReleaseSet[] = [];
  const fail = (kind: 'failed' | 'mixed', what: string) => {
    counts[kind] += 1;
    if (faults.length < 20) faults.push(`${kind}: ${what}`);
  };

  async function get(url: string, jar: CookieJar, init: RequestInit = {}): Promise<string> {
    counts.requests += 1;
    const headers = { ...init.headers, cookie: jar.header() };
    const response = await fetch(url, { ...init, headers }).catch(() => null);
    if (response) jar.store(response);
    const text = await response?.text().catch(() => null);
    if (!response?.ok || typeof text !== 'string')
      fail('failed', `${url} ${response?.status ?? 'broke off'}`);
    return text ?? '';
  }

  /** Loads a page like a browser: reads its set, and loads every file that it names. */
  async function check(origin: string, page: string, jar: CookieJar): Promise<ReleaseSet | null> {
    const html = await get(`${origin}${page}`, jar);
    const [, json = 'null'] = /id="release-set">(.*?)<\/script>/.exec(html) ?? [];
    const set = releaseSetSchema.safeParse(JSON.parse(json)).data;
    if (!set) {
      fail('failed', `${origin}${page} names no release set`);
      return null;
    }
    shown.push(set);
    const scripts = [...html.matchAll(/src="(\/assets\/[^"]+)" integrity="([^"]+)"/g)];
    const preloads = [...html.matchAll(/href="(\/remotes\/[^"]+)" integrity="([^"]+)"/g)];
    const named = new Map<string, string>([
      ...set.remotes.flatMap(({ integrity }) => Object.entries(integrity)),
      ...[...preloads, ...scripts].map(([, path = '', hash = '']): [string, string] => [path, hash]),
    ]);
    counts.files += named.size;
    counts.preloads += preloads.length;
    const bases = set.remotes.map(({ base }) => base);
    for (const [path] of preloads.map(([, preload = '']) => [preload]))
      if (!bases.some((base) => path?.startsWith(base))) fail('mixed', `${page} of ${set.id} loads ${path}`);
    const [, shell] = /src="\/assets\/([^/]+)\//.exec(html) ?? [];
    if (shell !== set.shell) fail('mixed', `${page} of ${set.id} has the shell ${shell}`);
    const [, prerendered] = /<h1>Quiz ([^<]+)<\/h1>/.exec(html) ?? [];
    if (page === '/' && prerendered !== set.remotes.find(({ name }) => name === 'mfe-quiz')?.version)
      fail('mixed', `${set.id} draws the quiz ${prerendered}`);
    await Promise.all(
      [...named].map(async ([path, hash]) => {
        const text = await get(`${origin}${path}`, createCookieJar());
        if (integrityOf(text) !== hash) fail('mixed', `${path} is not what ${set.id} says`);
      }),
    );
    return set;
  }

  const replicaAt = (at: number) => replicas[at % replicas.length] ?? first;

  async function journey(at: number): Promise<void> {
    const jar = createCookieJar();
    const { visitorsUrl: origin } = replicaAt(at);
    let before: string | null = null;
    for (const page of pages) {
      const set = await check(origin, page, jar);
      if (!set) continue;
      if (before && before !== set.id) counts.movedOn += 1;
      before = set.id;
      await get(`${origin}/api/release-set`, jar, { headers: { 'x-release-set': set.id } });
      const event = { id: randomUUID(), name: 'PageView', at: Date.now(), path: page, setId: set.id };
      await get(`${origin}/api/events`, jar, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ events: [event] }),
      });
    }
    counts.journeys += 1;
  }

  /**
   * Waits until as many more pages of the live set were shown as there are visitors, so that every set is used
   * regardless of the operator's speed.
   */
  async function waitUntilShown({ set }: ReleaseStatus): Promise<void> {
    if (!set) throw new Error('nothing is live');
    membersOf.set(set.id, set.members);
    const ofSet = () => shown.filter(({ id }) => id === set.id).length;
    const enough = ofSet() + visitors;
    while (ofSet() < enough) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  let isOver = false;
  const visiting = Array.from({ length: visitors }, async (_, at) => {
    while (!isOver) await journey(at);
  });
  await waitUntilShown(await status(first.client));
  for (let round = 0; round < promotions; round++) {
    const { client } = replicaAt(round);
    const version = versions[1 + (round % 2)];
    const name = ['mfe-quiz', 'mfe-pricing', 'shell'][round % 3];
    await waitUntilShown(await promote(client, [`${name}@${version}`]));
    await waitUntilShown(await rollback(client));
    counts.deployments += 2;
  }
  isOver = true;
  await Promise.all(visiting);

  for (const { id, shell, remotes } of shown) {
    const members = membersOf.get(id) ?? {};
    const is = Object.fromEntries([['shell', shell], ...remotes.map(({ name, version }) => [name, version])]);
    for (const [name, version] of Object.entries({ ...members, ...is }))
      if (members[name] !== version || is[name] !== version) fail('mixed', `${id} with ${name}@${is[name]}`);
  }
  return { ...counts, sets: new Set(shown.map(({ id }) => id)).size, pages: shown.length, faults };
}
