import type { Experiment } from '@funnel/contracts/experiments';
import type { Browser } from 'playwright';

import { relabelBuild, release } from '../../e2e/src/support/builds.ts';
import { anExperiment } from '../../services/api/src/experiments/experiment.testkit.ts';
import type { BenchmarkResults } from './benchmark-results.ts';
import { onSlowPhone, withBrowser } from './slow-phone.ts';

interface Visit {
  readonly lcpMs: number;
  readonly cls: number;
}

/** Runs in the page before its own scripts. */
function observe() {
  const seen = { lcpMs: 0, cls: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcpMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) seen.cls += Number(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Opens the offer on a slow phone of a new visitor who gets this presentation of the checkout. */
const visitOffer = (browser: Browser, url: string, presentation: 'page' | 'dialog'): Promise<Visit> =>
  onSlowPhone(browser, async (page) => {
    const context = page.context();
    const offer = `${url}/final`;
    while (
      !(await (await context.request.get(offer)).text()).includes(`"checkoutPresentation":"${presentation}"`)
    )
      await context.clearCookies();
    await page.addInitScript(observe);
    await page.goto(offer);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Elements that are painted later may be larger.
    await page.waitForTimeout(3000);
    return page.evaluate('window.seen');
  });

/** Visits the offer on a slow phone without an experiment and in both arms of one, in turn. */
export const benchExperiment = (rounds: number): Promise<BenchmarkResults> =>
  withBrowser(async (browser, product) => {
    const { url } = product;
    const publish = (version: string, experiments: readonly Experiment[]) =>
      release(
        product,
        'publish',
        'mfe-pricing',
        '--dir',
        relabelBuild('mfe-pricing', version, { manifest: { experiments } }),
      );
    const [without, withOne] = ['1.5.0', '1.6.0'] as const;
    await publish(without, []);
    await publish(withOne, [anExperiment]);
    const promote = (version: string) => release(product, 'promote', `mfe-pricing@${version}`);
    const visits: Record<'plain' | 'page' | 'dialog', Visit>[] = [];
    for (let round = 0; round < rounds; round++) {
      const visitPlain = async () => {
        await promote(without);
        return visitOffer(browser, url, 'page');
      };
      // In turn first and last, so that no visit always has the same place.
      const first = round % 2 === 0 ? await visitPlain() : null;
      await promote(withOne);
      const page = await visitOffer(browser, url, 'page');
      const dialog = await visitOffer(browser, url, 'dialog');
      visits.push({ plain: first ?? (await visitPlain()), page, dialog });
    }
    const ofArm = (arm: 'page' | 'dialog') => ({
      [`LCP of the arm ${arm}, ratio to LCP without`]: visits.map(
        (visit) => visit[arm].lcpMs / visit.plain.lcpMs,
      ),
      [`CLS of the arm ${arm}`]: visits.map((visit) => visit[arm].cls),
    });
    return {
      'LCP without an experiment, ms': visits.map(({ plain }) => plain.lcpMs),
      'CLS without an experiment': visits.map(({ plain }) => plain.cls),
      ...ofArm('page'),
      ...ofArm('dialog'),
    };
  });
