import type { Browser, Page } from 'playwright';

import type { BenchmarkResults } from './benchmark-results.ts';
import { percentile } from './percentile.ts';
import { onSlowPhone, tap, withBrowser } from './slow-phone.ts';

/** A choice is marked for this time before the next screen slides in. */
const acknowledgementMs = 120;

interface Move {
  readonly from: string;
  readonly to: string;
  /** From the tap to the first frame with the heading of the next screen. */
  readonly tapToPaintMs: number;
  /** The time of that frame, since the page was opened. */
  readonly paintedAtMs: number;
}

/** Runs in the page before its own scripts. A screen is painted in the frame after its heading has changed. */
function observe() {
  const moves: Move[] = [];
  const interactionsMs: number[] = [];
  const leadsStoredAtMs: number[] = [];
  Object.assign(window, { moves, interactionsMs, leadsStoredAtMs });
  // The browser lists no request with `keepalive` among the resources of a page.
  const request = window.fetch;
  window.fetch = async (input, init) => {
    const response = await request(input, init);
    if (response.url.endsWith('/api/leads')) leadsStoredAtMs.push(performance.now());
    return response;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry instanceof PerformanceEventTiming && Reflect.get(entry, 'interactionId') > 0)
        interactionsMs.push(entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
  // A method, because the compiler wraps functions with a name of their own in a helper that the page does not have.
  const screen = {
    heading() {
      const heading = document.querySelector('main h1');
      return heading?.closest('[aria-busy="true"]') ? null : heading;
    },
  };
  let lastTap = { atMs: 0, from: '', heading: screen.heading() };
  addEventListener(
    'click',
    ({ timeStamp }) => (lastTap = { atMs: timeStamp, from: location.pathname, heading: screen.heading() }),
    true,
  );
  new MutationObserver(() => {
    const heading = screen.heading();
    if (!heading || !lastTap.heading || heading === lastTap.heading) return;
    const { atMs, from } = lastTap;
    lastTap = { ...lastTap, heading };
    // A message that is posted before a frame arrives after it, and does not wait for timers.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = performance.now();
      moves.push({ from, to: location.pathname, tapToPaintMs: now - atMs, paintedAtMs: now });
    };
    requestAnimationFrame(() => port2.postMessage(null));
  }).observe(document, { subtree: true, childList: true });
}

export const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Does on a quiz screen what leads to the next one. Returns whether the tap is a choice, which is acknowledged first. */
export async function answer(page: Page): Promise<boolean> {
  const main = page.getByRole('main');
  const boxes = main.getByRole('checkbox');
  const isMultiple = (await boxes.count()) > 0;
  if (isMultiple)
    for (const box of [boxes.first(), boxes.nth(1)]) if (!(await box.isChecked())) await tap(page, box);
  const choices = main.getByRole('group').getByRole('button');
  const isChoice = !isMultiple && (await choices.count()) > 0;
  await tap(page, isChoice ? choices.first() : main.getByRole('button').last());
  return isChoice;
}

/** Resolves when the screen of another path is painted and has slid in. */
async function arrived(page: Page, count: number): Promise<void> {
  await page.waitForFunction((least) => Reflect.get(window, 'moves').length >= least, count, {
    polling: 100,
  });
  await page.waitForTimeout(500);
}

interface Journey {
  /** From each tap in the quiz to the next screen, without the acknowledgement of a choice. */
  readonly taps: readonly number[];
  readonly leadToOfferMs: number;
  readonly offerToCheckoutMs: number;
  /** From the tap on `/final` until the visitor can enter a card. */
  readonly offerToCardFieldMs: number;
  /** The page's requests to the service in the meantime. Each one takes at most one round trip. */
  readonly requestsToCardField: number;
  /** The longest time from an input to the next frame. */
  readonly slowestInteractionMs: number;
}

const takeJourney = (browser: Browser, url: string, visitor: number): Promise<Journey> =>
  onSlowPhone(browser, async (page) => {
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'networkidle' });
    // The first wait compiles Playwright's own script in the page, which must not delay the first tap.
    await page.waitForFunction('true');
    const choices: boolean[] = [];
    while (pathOf(page) !== '/step-16') {
      choices.push(await answer(page));
      await arrived(page, choices.length);
    }
    // Then `/loading` continues without a tap.
    await answer(page);
    await page.waitForURL('**/step-17');
    await page.waitForTimeout(2000);
    const before: Move[] = await page.evaluate('window.moves');
    await page.getByRole('textbox').fill(`bench-${visitor}@example.com`);
    await tap(page, page.getByRole('button', { name: 'Continue' }));
    await page.waitForURL('**/final');
    await page.waitForTimeout(4000);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).origin));
    const pressedAtMs = performance.now();
    await tap(page, page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first());
    await page
      .frameLocator('iframe[title="Secure payment form"]')
      .getByLabel('Card number')
      .waitFor({ timeout: 30_000 });
    const offerToCardFieldMs = performance.now() - pressedAtMs;
    const requestsToCardField = requested.filter((origin) => origin === new URL(url).origin).length;
    await page.waitForTimeout(2000);
    const all: Move[] = await page.evaluate('window.moves');
    const storedAtMs: number = await page.evaluate('window.leadsStoredAtMs.at(-1)');
    const interactionsMs: number[] = await page.evaluate('window.interactionsMs');
    const to = (path: string) => all.find((move) => move.to === path);
    return {
      taps: before
        .slice(0, choices.length)
        .map(({ tapToPaintMs }, at) => tapToPaintMs - (choices[at] ? acknowledgementMs : 0)),
      leadToOfferMs: (to('/final')?.paintedAtMs ?? NaN) - storedAtMs,
      offerToCheckoutMs: to('/checkout')?.tapToPaintMs ?? NaN,
      offerToCardFieldMs,
      requestsToCardField,
      slowestInteractionMs: Math.max(...interactionsMs),
    };
  });

/** Takes whole journeys on a slow phone, one a round. */
export const benchJourney = (rounds: number): Promise<BenchmarkResults> =>
  withBrowser(async (browser, { url }) => {
    await takeJourney(browser, url, 0);
    const journeys: Journey[] = [];
    for (let round = 1; round <= rounds; round++) journeys.push(await takeJourney(browser, url, round));
    return {
      'taps in the quiz': journeys.map(({ taps }) => taps.length),
      'tap to next screen, median, ms': journeys.map(({ taps }) => percentile(taps, 0.5)),
      'tap to next screen, 95th percentile, ms': journeys.map(({ taps }) => percentile(taps, 0.95)),
      'lead stored to /final, ms': journeys.map(({ leadToOfferMs }) => leadToOfferMs),
      '/final to /checkout, ms': journeys.map(({ offerToCheckoutMs }) => offerToCheckoutMs),
      '/final to the card field, ms': journeys.map(({ offerToCardFieldMs }) => offerToCardFieldMs),
      'requests to the service meanwhile': journeys.map(({ requestsToCardField }) => requestsToCardField),
      'slowest interaction, ms': journeys.map(({ slowestInteractionMs }) => slowestInteractionMs),
    };
  });
