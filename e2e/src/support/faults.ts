import type { Page, Route } from '@playwright/test';

/** What can go wrong with the published files of a version, on their way to the visitor. `addresses`: where they begin. */
interface Fault {
  readonly name: string;
  plant(page: Page, addresses: RegExp): Promise<unknown>;
}

type Answer = (route: Route) => Promise<void>;

const entry = /remoteEntry\.js$/;
const chunk = /\/remote\.\w+\.js$/;
const style = /\.css$/;

const onFiles =
  (files: RegExp, answer: Answer): Fault['plant'] =>
  (page, addresses) =>
    page.route(({ pathname }) => addresses.test(pathname) && files.test(pathname), answer);

const notFound: Answer = (route) => route.fulfill({ status: 404, body: 'not found' });
const hang: Answer = () => Promise.resolve();
const signIn: Answer = (route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><h1>Sign in</h1>' });
const asText: Answer = async (route) =>
  route.fulfill({ response: await route.fetch(), contentType: 'text/plain' });

async function flipByte(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = await response.body();
  body[body.length - 2] = (body[body.length - 2] ?? 0) ^ 1;
  await route.fulfill({ response, body });
}

/**
 * Takes the hashes of the files out of the release set, before the shell reads it. In the page: one that a test answers itself
 * may load nothing more from this machine.
 */
const withoutHashes: Fault['plant'] = (page, addresses) =>
  page.addInitScript((pattern) => {
    document.addEventListener('readystatechange', () => {
      const set = document.getElementById('release-set');
      if (document.readyState !== 'interactive' || !set) return;
      set.textContent = set.textContent
        .replaceAll(/"(\/remotes\/[^"]*)":"sha384-[^"]*",?/g, (pair, path: string) =>
          new RegExp(pattern).test(path) ? '' : pair,
        )
        .replaceAll(',}', '}');
    });
  }, addresses.source);

export const faults: readonly Fault[] = [
  { name: 'entry 404', plant: onFiles(entry, notFound) },
  { name: 'chunk 404', plant: onFiles(chunk, notFound) },
  { name: 'style 404', plant: onFiles(style, notFound) },
  { name: 'entry hanging', plant: onFiles(entry, hang) },
  { name: 'chunk hanging', plant: onFiles(chunk, hang) },
  { name: 'a flipped byte in the entry', plant: onFiles(entry, flipByte) },
  { name: 'a flipped byte in the chunk', plant: onFiles(chunk, flipByte) },
  { name: 'a flipped byte in the style', plant: onFiles(style, flipByte) },
  { name: 'a page of HTML instead of the entry', plant: onFiles(entry, signIn) },
  { name: 'a MIME type that is no script’s', plant: onFiles(/\.(js|css)$/, asText) },
  { name: 'missing hash', plant: withoutHashes },
];

/** Within this time a visitor sees the screen in some version, or a message that says what to do. */
export const patience = { timeout: 6000 };
