import { cspViolationsSchema } from '@funnel/contracts/csp-violations';

import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';

const dayMs = 24 * 3_600_000;

describeOnEachEngine('violations of the content security policy', (open) => {
  const { clock, advance } = createTestClock();
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database: await open(), clock });
  });
  beforeEach(() => app.context.database.db.deleteFrom('csp_violations').execute());
  afterAll(() => app.close());

  const report = (members: object, type = 'application/csp-report') =>
    app.request('/api/csp-reports', {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify({ 'csp-report': members }),
    });
  async function counted() {
    const headers = { authorization: `Bearer ${testOperatorToken}` };
    const response = await app.request('/api/reports/csp-violations', { headers });
    return cspViolationsSchema.parse(await response.json()).violations;
  }

  it('are counted by directive and by the origin that was blocked, for operators', async () => {
    const image = {
      'effective-directive': 'img-src',
      'blocked-uri': 'https://ads.example/p.png?e=a@b.example',
    };
    expect((await report(image)).status).toBe(204);
    expect(
      (await report({ ...image, 'document-uri': 'https://quiz.example/?email=a@b.example' })).status,
    ).toBe(204);
    await report({ 'violated-directive': 'script-src', 'blocked-uri': 'inline' });
    expect(await counted()).toEqual([
      { directive: 'img-src', blocked: 'https://ads.example', count: 2, lastAt: clock() },
      { directive: 'script-src', blocked: 'inline', count: 1, lastAt: clock() },
    ]);
    expect((await app.request('/api/reports/csp-violations')).status).toBe(401);
  });

  it.each([
    ['chrome-extension://abcdef/x.js', 'chrome-extension'],
    ['data:text/javascript,1', 'data'],
    ['mail to a@b.example', 'other'],
    [`https://${'a'.repeat(120)}.example/`, 'other'],
  ])('count %s as %s', async (uri, blocked) => {
    await report({ 'effective-directive': 'made-up', 'blocked-uri': uri });
    expect(await counted()).toMatchObject([{ directive: 'other', blocked }]);
  });

  it('are counted by their directive even if the browser reports it with its sources', async () => {
    await report({
      'violated-directive': "img-src 'self' data:",
      'blocked-uri': 'https://ads.example/p.png',
    });
    expect(await counted()).toMatchObject([{ directive: 'img-src', blocked: 'https://ads.example' }]);
  });

  it('are kept for 30 days, in at most 50 rows of a directive, and the rarest are left out', async () => {
    await report({ 'effective-directive': 'img-src', 'blocked-uri': 'https://old.example' });
    advance(30 * dayMs + 1);
    const skimmer = { 'effective-directive': 'img-src', 'blocked-uri': 'https://skimmer.example' };
    for (let at = 0; at < 60; at++) {
      advance(1000);
      await report({ 'effective-directive': 'img-src', 'blocked-uri': `https://host-${at}.example` });
      if (at >= 55) await report(skimmer);
    }
    await report({ 'effective-directive': 'script-src-elem', 'blocked-uri': 'https://skimmer.example' });
    const violations = await counted();
    expect(violations.filter(({ directive }) => directive === 'img-src')).toHaveLength(50);
    expect(violations[0]).toMatchObject({
      directive: 'img-src',
      blocked: 'https://skimmer.example',
      count: 5,
    });
    expect(violations).toContainEqual(
      expect.objectContaining({ directive: 'script-src-elem', blocked: 'https://skimmer.example' }),
    );
    expect(JSON.stringify(violations)).not.toContain('old.example');
  });

  it('that many browsers report are counted although made-up reports were there first', async () => {
    const reportImageOf = (host: string) =>
      report({ 'effective-directive': 'img-src', 'blocked-uri': `https://${host}.example/p.png` });
    for (let at = 0; at < 60; at++) for (const _ of ['first', 'second']) await reportImageOf(`host-${at}`);
    for (let browser = 0; browser < 100; browser++) {
      advance(1000);
      await reportImageOf('skimmer');
    }
    const violations = await counted();
    expect(violations).toHaveLength(50);
    expect(violations[0]).toMatchObject({ blocked: 'https://skimmer.example', count: 100 });
  });

  it('of one directive stay although the same origin is left out of another', async () => {
    const rare = 'https://rare.example';
    for (const directive of ['script-src-elem', 'img-src'])
      await report({ 'effective-directive': directive, 'blocked-uri': rare });
    for (let at = 0; at < 50; at++) {
      advance(1000);
      await report({ 'effective-directive': 'img-src', 'blocked-uri': `https://host-${at}.example` });
    }
    const kept = (await counted()).filter(({ blocked }) => blocked === rare);
    expect(kept.map(({ directive }) => directive)).toEqual(['script-src-elem']);
  });

  it('are not shown after 30 days, even if no other has come since', async () => {
    await report({ 'effective-directive': 'img-src', 'blocked-uri': 'https://old.example' });
    advance(30 * dayMs);
    expect(await counted()).toHaveLength(1);
    advance(1);
    expect(await counted()).toEqual([]);
  });

  it.each([
    ['another content type', () => report({}, 'text/plain'), 415],
    [
      'a body without a report',
      () => app.post('/api/csp-reports', {}, { 'content-type': 'application/csp-report' }),
      422,
    ],
  ])('are not counted from %s', async (_, send, status) => {
    expect((await send()).status).toBe(status);
    expect(await counted()).toEqual([]);
  });
});
