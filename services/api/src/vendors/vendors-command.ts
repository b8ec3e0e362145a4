import type { Clock } from '@funnel/service-kit/clock';
import { createHttpClient } from '@funnel/service-kit/http/http-client';

import { checkStripe } from '../billing/stripe/check-stripe.ts';
import { isLiveKey, readConfig } from '../platform/config.ts';
import { describeWrongArgument } from '../platform/run-command.ts';
import { checkAds, type CheckedPlatform } from './check-ads.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Check {
  /** The settings without which nothing is sent. */
  readonly needs: readonly string[];
  /** What it does at the vendor. */
  readonly plan: readonly string[];
}

const testEvents = ['sends one test event of each kind that a visitor causes, built by the service'];

const checks = {
  stripe: {
    needs: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    plan: [
      'creates the catalog, as npm run stripe:setup does',
      'creates a customer on a test clock, and a subscription of the 4-week plan',
      'renews it, lets the next renewal fail, refunds a charge, and cancels it',
      'opens a checkout in a browser, and waits until you have paid with 4242 4242 4242 4242',
      'reads each result as the service does, and prints what differs',
    ],
  },
  meta: {
    needs: ['META_PIXEL_ID', 'META_ACCESS_TOKEN', 'META_TEST_EVENT_CODE'],
    plan: [...testEvents, 'marks them with META_TEST_EVENT_CODE, and prints what Meta rejects'],
  },
  tiktok: {
    needs: ['TIKTOK_PIXEL_ID', 'TIKTOK_ACCESS_TOKEN', 'TIKTOK_TEST_EVENT_CODE'],
    plan: [...testEvents, 'marks them with TIKTOK_TEST_EVENT_CODE, and prints what TikTok rejects'],
  },
  ga4: {
    needs: ['GA4_MEASUREMENT_ID', 'GA4_API_SECRET'],
    plan: [...testEvents, 'sends them to the debug endpoint, which counts nothing, and prints its findings'],
  },
} as const satisfies Record<'stripe' | CheckedPlatform, Check>;

type VendorName = keyof typeof checks;

const isVendor = (name: string): name is VendorName => Object.hasOwn(checks, name);
const vendorNames = Object.keys(checks);
export const usage = `Usage: npm run vendors -- check ${vendorNames.join('|')}`;

interface Dependencies {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly runId: string;
  readonly write: (line: string) => void;
  /** Writes what is wrong with the call, apart from the results. */
  readonly writeError: (line: string) => void;
  /** Pauses before something that takes time is read again. */
  readonly wait: () => Promise<void>;
  readonly openBrowser: (url: string) => Promise<void>;
}

const exitStatus = { agrees: 0, differs: 1, usage: 2 } as const;

function explain(name: VendorName, missing: readonly string[], write: Dependencies['write']): void {
  write(`Nothing was sent: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.`);
  write(`With test keys, the check of ${name}`);
  for (const step of checks[name].plan) write(`- ${step}`);
}

/** Compares a vendor with what the service expects of it. Returns the exit status: 0 it agrees, 1 it differs, 2 usage. */
export async function vendorsCommand(args: readonly string[], dependencies: Dependencies): Promise<number> {
  const { environment, clock, runId, write, writeError, wait, openBrowser } = dependencies;
  const [, name = ''] = args;
  const mistake = describeWrongArgument(args, ['check'], vendorNames);
  if (!isVendor(name) || mistake !== null) {
    writeError(`${mistake}\n${usage}`);
    return exitStatus.usage;
  }
  const missing = checks[name].needs.filter((setting) => !environment[setting]);
  if (missing.length > 0) {
    explain(name, missing, write);
    return exitStatus.agrees;
  }
  if (name === 'stripe' && isLiveKey(environment['STRIPE_SECRET_KEY'] ?? '')) {
    writeError(
      'STRIPE_SECRET_KEY is a live key. The check buys and refunds, so it runs with test keys only.',
    );
    return exitStatus.usage;
  }
  let [compared, mismatches] = [0, 0];
  const agree = (text: string) => {
    compared += 1;
    write(`ok       ${text}`);
  };
  const differ = (text: string) => {
    compared += 1;
    mismatches += 1;
    write(`DIFFERS  ${text}`);
  };
  const check = (what: string, actual: unknown, expected: unknown) =>
    actual === expected ? agree(`${what} is ${expected}`) : differ(`${what} is ${actual}, not ${expected}`);
  const report = (event: string, fault: string | null) =>
    fault === null ? agree(`${event}: accepted`) : differ(`${event}: ${fault}`);
  const config = readConfig(environment, { isServing: false });
  const http = createHttpClient({ allowPrivateDestinations: true });
  try {
    if (name === 'stripe') {
      if (config.stripe) await checkStripe({ config: config.stripe, clock, runId, wait, openBrowser, check });
    } else {
      await checkAds({ config, platform: name, http, nowMs: clock(), runId, report });
    }
  } finally {
    await http.close();
  }
  write(`${name}: ${compared} comparisons, ${mismatches} mismatches`);
  return mismatches > 0 ? exitStatus.differs : exitStatus.agrees;
}
