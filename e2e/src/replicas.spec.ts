import { expect, test as base } from '@playwright/test';

import { answerFrom, cards, heading, submitEmail, mouse, pay, paymentForm } from './support/journey.ts';
import { leadFrom } from './support/submit-lead.ts';
import { startTopology, type Topology } from './support/topology.ts';

const test = base.extend<object, { serviceEnv: Record<string, string>; topology: Topology }>({
  serviceEnv: [{}, { scope: 'worker', option: true }],
  topology: [
    async ({ serviceEnv }, use) => {
      const topology = await startTopology(serviceEnv);
      await use(topology);
      await topology.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ topology }, use) => use(topology.url),
});

test.describe.configure({ mode: 'serial' });

const replicaOf = ({ replicas }: Topology, at: number) => {
  const replica = replicas[at];
  if (!replica) throw new Error(`there is no replica ${at}`);
  return replica;
};

test('a visitor answers, submits an email and pays without a failure while one replica is killed', async ({
  page,
  topology,
}) => {
  test.slow();
  const email = 'through-the-balancer@example.com';
  const killed = replicaOf(topology, 0);
  await answerFrom('/step-5', page, mouse, async ({ path }) => {
    if (path === '/step-7') await killed.stop('SIGKILL');
  });
  await submitEmail(page, mouse, email);
  await page.getByRole('button', { name: 'GET IMMEDIATE ACCESS' }).first().click();
  await expect(heading(page, 'Complete Your Order')).toBeVisible();
  await expect(paymentForm(page).getByRole('textbox', { name: 'Card number' })).toBeVisible();
  await killed.start();
  await replicaOf(topology, 1).stop('SIGKILL');
  await pay(page, mouse, cards.good);
  await expect(heading(page, 'Payment Successful!')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await replicaOf(topology, 1).start();

  await expect.poll(() => topology.send('/api/reports/totals')).toMatchObject({ leads: 1, paidSessions: 1 });
  const ids = () =>
    topology.leads.deliveries
      .filter(({ body }) => JSON.stringify(body).includes(email))
      .map(({ headers }) => headers['webhook-id']);
  await expect.poll(() => new Set(ids()).size).toBe(1);
});

test('a replica that is stopped under load rejects and loses no request', async ({ topology }) => {
  const statuses: number[] = [];
  const acknowledged: string[] = [];
  let isOver = false;
  const visitor = async (at: number) => {
    while (!isOver) {
      const lead = leadFrom(`drained-${at}@example.com`);
      const response = await fetch(`${topology.url}/api/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(lead),
      });
      statuses.push(response.status);
      if (response.status === 202) acknowledged.push(lead.leadId);
      await response.arrayBuffer();
      const page = await fetch(topology.url);
      statuses.push(page.status);
      await page.arrayBuffer();
    }
  };
  const visitors = Array.from({ length: 8 }, (_, at) => visitor(at));
  for (const replica of topology.replicas) {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
    await replica.stop('SIGTERM');
    await replica.start();
  }
  isOver = true;
  await Promise.all(visitors);
  expect(statuses.filter((status) => status !== 202 && status !== 200)).toEqual([]);
  const headers = { Authorization: `Bearer ${topology.operatorToken}` };
  const stored = await (await fetch(`${topology.operatorsUrl}/api/reports/leads.csv`, { headers })).text();
  expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
});

test('an operator session is valid on every replica, and failed sign-ins are counted together', async ({
  topology,
}) => {
  const signIn = (at: number, token: string) =>
    fetch(`${replicaOf(topology, at).operatorsUrl}/api/operator/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.77' },
      body: JSON.stringify({ token }),
    });
  const signedIn = await signIn(0, topology.operatorToken);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const session = await fetch(`${replicaOf(topology, 1).operatorsUrl}/api/operator/session`, {
    headers: { cookie },
  });
  expect(session.status).toBe(200);

  for (let failures = 0; failures < 10; failures++)
    expect((await signIn(failures % 2, 'wrong')).status).toBe(401);
  for (const at of [0, 1]) {
    const limited = await signIn(at, 'wrong');
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await limited.json()).toMatchObject({ code: 'too-many-requests' });
    // Failed guesses from the same IP do not lock the operator out.
    expect((await signIn(at, topology.operatorToken)).status).toBe(200);
  }
});

// Last, because the database does not return.
test('a new visitor gets the first page while the database is out', async ({ page, topology }) => {
  const firstHeading = heading(page, '28-Day Trading Challenge');
  // Each replica has served the page before, and keeps its files in memory.
  for (const { url } of topology.replicas) {
    await page.goto(url);
    await expect(firstHeading).toBeVisible();
  }
  await topology.stopDatabase();
  for (const { url } of topology.replicas)
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  for (let visits = 0; visits < 4; visits++) {
    await page.context().clearCookies();
    await page.goto('/');
    await expect(firstHeading).toBeVisible();
  }
});
