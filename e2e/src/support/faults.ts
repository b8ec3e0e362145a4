import type { Page, Route } from '@playwright/test';

import { flipByte, serviceResponse } from './service-response.ts';

/** A fault of a published version, in transit or in the browser. `paths` matches the paths of its files. */
interface Fault {
  readonly name: string;
  inject(page: Page, paths: RegExp): Promise<unknown>;
  /** Ends the fault while the page is open. Absent if the page must be reloaded for that. */
  clear?(page: Page): Promise<unknown>;
  /** Whether the files arrive when the fault is cleared. */
  readonly arrivesLate?: true;
  /** Whether it is a fault of style sheets only, which a screen with an inlined style sheet does not load. */
  readonly isOfStyle?: true;
}

type FaultResponse = (route: Route) => Promise<void>;

const entry = /remoteEntry\.js$/;
const chunk = /\/remote\.\w+\.js$/;
const style = /\.css$/;

const onFiles =
  (files: RegExp, respond: FaultResponse): Fault['inject'] =>
  (page, paths) =>
    page.route(({ pathname }) => paths.test(pathname) && files.test(pathname), respond);

const notFound: FaultResponse = (route) => route.fulfill({ status: 404, body: 'not found' });
const hang: FaultResponse = () => Promise.resolve();
const signIn: FaultResponse = (route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><h1>Sign in</h1>' });
const asText: FaultResponse = async (route) =>
  route.fulfill({ response: await serviceResponse(route), contentType: 'text/plain' });

/**
 * Removes the integrity hashes of the files from the release set before the shell reads it. It runs in the page, because a
 * document that a test fulfills itself may not load anything else from this machine.
 */
const withoutHashes: Fault['inject'] = (page, paths) =>
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
  }, paths.source);

declare global {
  interface Window {
    isFaultCleared?: boolean;
  }
}

/** Makes every screen and widget of a version throw when it is rendered, until the fault is cleared. */
const throwing: Fault['inject'] = (page, paths) =>
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
        if (!window.isFaultCleared) throw new RangeError('thrown on purpose');
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
    /** Wraps the container that an entry assigns to this global. */
    function wrapGlobal(global: string) {
      let wrapped: Container | undefined;
      Object.defineProperty(window, global, {
        get: () => wrapped,
        set(container: Container) {
          wrapped = brokenContainer(container);
        },
      });
    }

    document.addEventListener('readystatechange', () => {
      const text = document.getElementById('release-set')?.textContent;
      if (document.readyState !== 'interactive' || !text) return;
      const set: Record<'remotes' | 'previous', { base: string; container: string }[]> = JSON.parse(text);
      for (const { base, container } of [...set.remotes, ...set.previous])
        if (new RegExp(pattern).test(base)) wrapGlobal(container);
    });
  }, paths.source);

const clearFileFaults = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' });
/** Lets further requests pass. Those that hang stay so: without a route they would go on, and the page would need no retry. */
const passFurtherRequests = (page: Page) => page.route('**/remotes/**', (route) => route.continue());

const fileFaults: readonly Fault[] = [
  { name: 'entry 404', inject: onFiles(entry, notFound) },
  { name: 'chunk 404', inject: onFiles(chunk, notFound) },
  { name: 'style 404', inject: onFiles(style, notFound), isOfStyle: true },
  { name: 'entry hanging', inject: onFiles(entry, hang), clear: passFurtherRequests },
  // The browser shares a request that is in progress with a further one for the same script, so this one must go on.
  { name: 'chunk hanging', inject: onFiles(chunk, hang), arrivesLate: true },
  { name: 'a flipped byte in the entry', inject: onFiles(entry, flipByte) },
  { name: 'a flipped byte in the chunk', inject: onFiles(chunk, flipByte) },
  { name: 'a flipped byte in the style', inject: onFiles(style, flipByte), isOfStyle: true },
  { name: 'a page of HTML instead of the entry', inject: onFiles(entry, signIn) },
  { name: 'a MIME type that is no script’s', inject: onFiles(/\.(js|css)$/, asText) },
];

/** The version loads, but throws when it is rendered. */
export const throwsWhenShown = {
  name: 'a throw when it is shown',
  inject: throwing,
  clear: (page: Page) => page.evaluate(() => (window.isFaultCleared = true)),
};

export const faults: readonly Fault[] = [
  ...fileFaults.map((fault) => ({ clear: clearFileFaults, ...fault })),
  { name: 'missing hash', inject: withoutHashes },
  throwsWhenShown,
];

/** Within this time a visitor sees the screen in some version, or a message. */
export const recoveryTimeout = { timeout: 6000 };
