import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createReadiness } from '@funnel/service-kit/http/readiness';
import { createLog } from '@funnel/service-kit/log';

import { promote } from '../../releases/release-calls.testkit.ts';
import { clientOf, publishProduct } from '../../releases/release.testkit.ts';
import { refuseWrites } from '../refuse-writes.testkit.ts';
import { createTestClock, describeOnEachEngine, startTestApp } from '../service.testkit.ts';

const inRepository = (file: string) => readFileSync(join(__dirname, '../../../../..', file), 'utf8');
/** What the load balancer of `compose.yaml` requests of each replica. */
const [, probe = ''] = /^ +health_uri (\S+)$/m.exec(inRepository('compose.yaml')) ?? [];

describeOnEachEngine('the probe of load balancers', (open, engine) => {
  it('keeps a replica that has lost its database, because pages are still served', async () => {
    const database = await open();
    const { clock, advance } = createTestClock();
    const app = await startTestApp({ database, clock });
    await promote(clientOf(app), await publishProduct(app));
    expect((await app.request(probe)).status).toBe(200);
    expect((await app.request('/')).status).toBe(200);

    await database.close();
    advance(1000);
    // The cached channel expires by the process's own clock.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    const answers = await Promise.all(['/readyz', probe, '/'].map((path) => app.request(path)));
    jest.restoreAllMocks();
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 200]);
    expect(await answers[1]?.json()).toEqual({ status: 'ready' });
    expect(await answers[2]?.text()).toContain('<h1');
    await app.close();
  });

  it('finds a replica not ready whose database can only be read', async () => {
    const database = await open();
    const app = await startTestApp({ database });
    const refused = { write: 'insert', table: 'settings', reason: 'read only' };
    const allow = await refuseWrites(database.db, engine, refused);
    expect((await app.request('/readyz')).status).toBe(503);
    await allow();
    await app.close();
  });

  it('skips a replica that drains', async () => {
    const database = await open();
    const readiness = createReadiness({ database, clock: Date.now, log: createLog('silent') });
    const app = await startTestApp({ database, dependencies: { readiness } });
    expect((await app.request(probe)).status).toBe(200);
    readiness.drain();
    const response = await app.request(probe);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: 'draining' });
    await app.close();
  });

  it.each(['/readyz?exclude=all', '/readyz?exclude=', '/readyz?exclude=database&exclude=other'])(
    'leaves out nothing at %s',
    async (path) => {
      const database = await open();
      const app = await startTestApp({ database });
      await database.ping();
      await database.close();
      expect((await app.request(path)).status).toBe(503);
      await app.close();
    },
  );

  it('is in the runbook as the load balancer of compose.yaml requests it', () => {
    expect(inRepository('docs/runbooks/scaling.md')).toContain(`requests \`${probe}\` of each replica`);
  });
});
