import { startPaymentSandbox } from '../billing/payment-sandbox.testkit.ts';
import { startReceiver } from '../platform/service.testkit.ts';
import { vendorsCommand } from './vendors-command.ts';

interface Run {
  readonly environment?: Readonly<Record<string, string>>;
  readonly openBrowser?: (url: string) => Promise<void>;
  readonly wait?: () => Promise<void>;
}

const doNothing = async () => {};

async function run(vendor: string, options: Run = {}) {
  const { environment = {}, openBrowser = doNothing, wait = doNothing } = options;
  const lines: string[] = [];
  const status = await vendorsCommand(['check', vendor], {
    environment: { NODE_ENV: 'test', ...environment },
    clock: Date.now,
    runId: `run-${vendor}`,
    write: (line) => void lines.push(line),
    writeError: (line) => void lines.push(line),
    wait,
    openBrowser,
  });
  return { status, lines };
}

const mismatchesIn = (lines: readonly string[]) => lines.filter((line) => line.startsWith('DIFFERS'));

describe('without keys', () => {
  it.each([
    ['stripe', 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET are', 'test clock'],
    ['meta', 'META_PIXEL_ID, META_ACCESS_TOKEN, META_TEST_EVENT_CODE are', 'test event of each kind'],
    ['tiktok', 'TIKTOK_PIXEL_ID, TIKTOK_ACCESS_TOKEN, TIKTOK_TEST_EVENT_CODE are', 'test event of each kind'],
    ['ga4', 'GA4_MEASUREMENT_ID, GA4_API_SECRET are', 'debug endpoint'],
  ])('the check of %s says what it would do', async (vendor, missing, step) => {
    const { status, lines } = await run(vendor);
    expect(status).toBe(0);
    expect(lines[0]).toBe(`Nothing was sent: ${missing} not set.`);
    expect(lines.join('\n')).toContain(step);
  });

  it.each(['paypal', '', 'toString'])('another vendor, such as "%s", is a mistake', async (vendor) => {
    expect(await run(vendor)).toEqual({
      status: 2,
      lines: [
        `Expected stripe, meta, tiktok, or ga4, got "${vendor}".\nUsage: npm run vendors -- check stripe|meta|tiktok|ga4`,
      ],
    });
  });
});

describe('the check of Stripe, by its own library against the payment sandbox', () => {
  let sandbox: Awaited<ReturnType<typeof startPaymentSandbox>>;
  const keys = () => sandbox.environment;

  beforeAll(async () => {
    sandbox = await startPaymentSandbox();
  });
  afterAll(() => sandbox.close());

  /** Pays as a person does on the page that was opened. */
  const payWith = (number: string) => async (page: string) => {
    const [, access = ''] = /const \{.*\} = (\{.*\});/.exec(await (await fetch(page)).text()) ?? [];
    const body = JSON.stringify({ ...JSON.parse(access), number, expiry: '12 / 40', cvc: '123' });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${sandbox.url}/form/pay`, { method: 'POST', headers, body });
  };

  it('finds that everything agrees', async () => {
    const { status, lines } = await run('stripe', {
      environment: keys(),
      openBrowser: payWith('4242424242424242'),
    });
    expect(mismatchesIn(lines)).toEqual([]);
    expect(lines).toContain('ok       failed renewal: status is past_due');
    expect(lines).toContain('ok       refund: found is true');
    expect(lines).toContain('ok       payment: paid is true');
    expect(lines.at(-1)).toBe('stripe: 24 comparisons, 0 mismatches');
    expect(status).toBe(0);
  });

  it('waits until a person has paid', async () => {
    let pay = doNothing;
    const { status, lines } = await run('stripe', {
      environment: keys(),
      openBrowser: async (page) => void (pay = () => payWith('4242424242424242')(page)),
      wait: () => pay(),
    });
    expect(mismatchesIn(lines)).toEqual([]);
    expect(status).toBe(0);
  });

  it('prints what differs: a payment that is not complete', async () => {
    const { status, lines } = await run('stripe', {
      environment: keys(),
      openBrowser: payWith('000123456789'),
    });
    expect(mismatchesIn(lines)).toEqual(['DIFFERS  payment: paid is false, not true']);
    expect(status).toBe(1);
  });

  it('never runs with a live key', async () => {
    const { status, lines } = await run('stripe', {
      environment: { ...keys(), STRIPE_SECRET_KEY: 'sk_live_x' },
    });
    expect(status).toBe(2);
    expect(lines.join('\n')).toContain('STRIPE_SECRET_KEY is a live key');
  });
});

it('never buys at Stripe with a restricted live key', async () => {
  const { status, lines } = await run('stripe', {
    environment: {
      STRIPE_SECRET_KEY: 'rk_live_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      STRIPE_API_BASE: 'http://127.0.0.1:9',
    },
  });
  expect({ status, lines }).toEqual({
    status: 2,
    lines: ['STRIPE_SECRET_KEY is a live key. The check buys and refunds, so it runs with test keys only.'],
  });
});

describe('test events', () => {
  const accounts = {
    meta: { META_PIXEL_ID: '12345', META_ACCESS_TOKEN: 'token', META_TEST_EVENT_CODE: 'TEST1' },
    tiktok: { TIKTOK_PIXEL_ID: 'PIXEL', TIKTOK_ACCESS_TOKEN: 'token', TIKTOK_TEST_EVENT_CODE: 'TEST2' },
    ga4: { GA4_MEASUREMENT_ID: 'G-AB12', GA4_API_SECRET: 'secret' },
  };

  /** Runs a check against a server that gives one response to every event. */
  async function checkWith(vendor: keyof typeof accounts, answer: unknown) {
    const server = await startReceiver(() => ({ status: 200, body: JSON.stringify(answer) }));
    try {
      const environment = { ...accounts[vendor], [`${vendor.toUpperCase()}_API_BASE`]: server.origin };
      const { status, lines } = await run(vendor, { environment });
      const sent = server.calls.map(({ path, body }) => ({ path, body: JSON.parse(body) }));
      return { status, lines, sent };
    } finally {
      await server.close();
    }
  }

  it.each([
    ['meta', { events_received: 1 }, '/v25.0/12345/events', 'TEST1'],
    ['tiktok', { code: 0 }, '/open_api/v1.3/event/track/', 'TEST2'],
  ] as const)('go to %s with their test code', async (vendor, answer, path, code) => {
    const { status, lines, sent } = await checkWith(vendor, answer);
    expect(status).toBe(0);
    expect(lines.at(-1)).toBe(`${vendor}: 5 comparisons, 0 mismatches`);
    expect(sent).toHaveLength(5);
    for (const call of sent) expect(call).toMatchObject({ path, body: { test_event_code: code } });
  });

  it('have the value, the plan and the id of a purchase', async () => {
    const { sent } = await checkWith('meta', { events_received: 1 });
    expect(sent.map(({ body }) => body.data[0])).toContainEqual(
      expect.objectContaining({
        event_name: 'Purchase',
        event_id: 'run-meta-Purchase',
        custom_data: expect.objectContaining({
          value: 19.99,
          currency: 'USD',
          order_id: 'run-meta',
          content_ids: ['plan2'],
        }),
      }),
    );
  });

  it('go to Google’s debug endpoint', async () => {
    const { status, sent } = await checkWith('ga4', { validationMessages: [] });
    expect(status).toBe(0);
    expect(new Set(sent.map(({ path }) => path))).toEqual(new Set(['/debug/mp/collect']));
  });

  it('differ if Google answers without its findings', async () => {
    const { status, lines } = await checkWith('ga4', {});
    expect(status).toBe(1);
    expect(mismatchesIn(lines)).toContain(
      'DIFFERS  Purchase: rejected with status 200 without validation messages',
    );
  });

  it.each([
    ['meta', { error: { code: 190 } }, 'code 190, status 200'],
    ['tiktok', { code: 40002 }, 'code 40002, status 200'],
    [
      'ga4',
      { validationMessages: [{ fieldPath: 'events.name', description: 'is reserved' }] },
      'events.name: is reserved',
    ],
  ] as const)('print what %s rejects', async (vendor, answer, reason) => {
    const { status, lines } = await checkWith(vendor, answer);
    expect(status).toBe(1);
    expect(mismatchesIn(lines)).toContain(`DIFFERS  Purchase: rejected with ${reason}`);
  });
});
