import type { Page, Route } from '@playwright/test';

/** What can go wrong with a published version, on its way to the visitor or there. `addresses`: where its files begin. */
interface Fault {
  readonly name: string;
  inject(page: Page, addresses: RegExp): Promise<unknown>;
  /** Takes it away while the page is shown; absent where another page is needed for that. */
  clear?(page: Page): Promise<unknown>;
}

type FaultResponse = (route: Route) => Promise<void>;

const entry = /remoteEntry\.js$/;
const chunk = /\/remote\.\w+\.js$/;
const style = /\.css$/;

const onFiles =
  (files: RegExp, answer: FaultResponse): Fault['inject'] =>
  (page, addresses) =>
    page.route(({ pathname }) => addresses.test(pathname) && files.test(pathname), answer);

const notFound: FaultResponse = (route) => route.fulfill({ status: 404, body: 'not found' });
const hang: FaultResponse = () => Promise.resolve();
const signIn: FaultResponse = (route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><h1>Sign in</h1>' });
const asText: FaultResponse = async (route) =>
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
const withoutHashes: Fault['inject'] = (page, addresses) =>
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

declare global {
  interface Window {
    isMended?: boolean;
  }
}

/** Has every screen and every widget of a version throw when it is shown, for as long as the page is not mended. */
const throwing: Fault['inject'] = (page, addresses) =>
  page.addInitScript((pattern) => {
    type View = (props: unknown) => unknown;
    interface Remote {
      readonly Stage?: View;
      readonly widgets?: Readonly<Record<string, View>>;
    }
    interface Container {
      init(...shared: unknown[]): unknown;
      get(module: string): Promise<() => { remote: Remote }>;
    }

    const brokenView =
      (View: View): View =>
      (props) => {
        if (!window.isMended) throw new RangeError('thrown on purpose');
        return View(props);
      };
    const brokenRemote = ({ Stage, widgets = {}, ...rest }: Remote): Remote => ({
      ...rest,
      ...(Stage && { Stage: brokenView(Stage) }),
      widgets: Object.fromEntries(Object.entries(widgets).map(([name, View]) => [name, brokenView(View)])),
    });
    const brokenContainer = (container: Container): Container => ({
      init: (...shared) => container.init(...shared),
      async get(module) {
        const factory = await container.get(module);
        return () => ({ remote: brokenRemote(factory().remote) });
      },
    });
    /** An entry puts its container into this global. */
    function plantIn(global: string) {
      let planted: Container | undefined;
      Object.defineProperty(window, global, {
        get: () => planted,
        set(container: Container) {
          planted = brokenContainer(container);
        },
      });
    }

    document.addEventListener('readystatechange', () => {
      const text = document.getElementById('release-set')?.textContent;
      if (document.readyState !== 'interactive' || !text) return;
      const set: Record<'remotes' | 'previous', { base: string; container: string }[]> = JSON.parse(text);
      for (const { base, container } of [...set.remotes, ...set.previous])
        if (new RegExp(pattern).test(base)) plantIn(container);
    });
  }, addresses.source);

const clearFileFaults = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' });

const fileFaults: readonly Fault[] = [
  { name: 'entry 404', inject: onFiles(entry, notFound) },
  { name: 'chunk 404', inject: onFiles(chunk, notFound) },
  { name: 'style 404', inject: onFiles(style, notFound) },
  { name: 'entry hanging', inject: onFiles(entry, hang) },
  { name: 'chunk hanging', inject: onFiles(chunk, hang) },
  { name: 'a flipped byte in the entry', inject: onFiles(entry, flipByte) },
  { name: 'a flipped byte in the chunk', inject: onFiles(chunk, flipByte) },
  { name: 'a flipped byte in the style', inject: onFiles(style, flipByte) },
  { name: 'a page of HTML instead of the entry', inject: onFiles(entry, signIn) },
  { name: 'a MIME type that is no script’s', inject: onFiles(/\.(js|css)$/, asText) },
];

/** Loads, and is no good. */
export const throwsWhenShown = {
  name: 'a throw when it is shown',
  inject: throwing,
  clear: (page: Page) => page.evaluate(() => (window.isMended = true)),
};

export const faults: readonly Fault[] = [
  ...fileFaults.map((fault) => ({ ...fault, clear: clearFileFaults })),
  { name: 'missing hash', inject: withoutHashes },
  throwsWhenShown,
];

/** Within this time a visitor sees the screen in some version, or a message that says what to do. */
export const recoveryTimeout = { timeout: 6000 };
