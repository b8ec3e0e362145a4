import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as othersHaveRun } from 'node:timers/promises';

import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely';

import { insertLeads } from '../leads/lead-repository.ts';
import {
  createTestClock,
  describeOnEachEngine,
  startTestApp,
  testOperatorToken,
  type TestApp,
} from '../platform/service.testkit.ts';
import { prepareSet, promote, sendCertification, verifySet } from '../releases/release-calls.testkit.ts';
import { clientOf, publishProduct, publishTest, testQuiz } from '../releases/release.testkit.ts';

const headers = { authorization: `Bearer ${testOperatorToken}` };
function repeat<Result>(times: number, work: (at: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, at) => work(at)));
}

/** Resolves when the service has received so many requests. */
function requestsReceived(count: number): Promise<void> {
  const channel = 'http.server.request.start';
  return new Promise((resolve) => {
    let received = 0;
    const onRequest = () => {
      received += 1;
      if (received < count) return;
      unsubscribe(channel, onRequest);
      resolve();
    };
    subscribe(channel, onRequest);
  });
}

describeOnEachEngine('expensive reports for operators', (open, engine) => {
  const { clock } = createTestClock();
  let app: TestApp;
  const read = { files: 0, answers: 0 };
  const running = new Set<QueryId>();
  let mostRunning = 0;
  /** No result is read before. */
  let received = Promise.resolve();
  let liveSet = '';
  const readingLiveSet = new Set<QueryId>();
  let onLiveSetRead = () => {};

  /** The last query about a set is that for deprecated versions. */
  function isReadOfLiveSet(node: RootOperationNode): boolean {
    if (node.kind !== 'SelectQueryNode') return false;
    const query = JSON.stringify(node);
    return query.includes('deprecation') && query.includes(liveSet);
  }

  /** Counts what is read, and the queries of answers that run at once. */
  const counting: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'RawNode') running.add(queryId);
      if (isReadOfLiveSet(node)) readingLiveSet.add(queryId);
      mostRunning = Math.max(mostRunning, running.size);
      return node;
    },
    async transformResult({ result, queryId }) {
      running.delete(queryId);
      if (readingLiveSet.delete(queryId)) onLiveSetRead();
      if (result.rows.some((row) => 'body' in row || 'is_buyer' in row)) await received;
      read.files += result.rows.filter((row) => 'body' in row).length;
      read.answers += result.rows.filter((row) => 'is_buyer' in row).length;
      return result;
    },
  };

  /** Resolves when so many requests have read the live set, and have had the time to use it. */
  function liveSetRead(count: number): Promise<void> {
    return new Promise((resolve) => {
      let readers = 0;
      onLiveSetRead = () => {
        readers += 1;
        if (readers === count) void othersHaveRun().then(resolve);
      };
    });
  }

  beforeAll(async () => {
    const database = await open();
    app = await startTestApp({ database: { ...database, db: database.db.withPlugin(counting) }, clock });
    liveSet = (await promote(clientOf(app), await publishProduct(app))).set?.id ?? '';
    await publishTest(app, testQuiz('1.1.0'));
    const lead = { email: '', step: '', special_goal: '', answers_summary: '', timestamp: '' };
    await insertLeads(
      database.db,
      ['a', 'a', 'a', 'a', 'a', 'b'].map((set_id) => ({
        ...lead,
        id: randomUUID(),
        visit_id: randomUUID(),
        quiz_answers: '{"Age":"25-34"}',
        received_at: clock() - 1000,
        set_id,
      })),
    );
  });
  afterAll(() => app.close());
  beforeEach(() => {
    Object.assign(read, { files: 0, answers: 0 });
    mostRunning = 0;
  });

  const readAnswers = async (query: string) => {
    const response = await app.request(`/api/reports/answers${query}`, { headers });
    return [response.status, await response.text()];
  };

  it('read the answers of leads once for twenty equal requests at once, of either format', async () => {
    received = requestsReceived(20);
    const reports = await repeat(20, (at) => readAnswers(at % 2 === 0 ? '?set=a' : '?set=a&format=csv'));
    expect(read.answers).toBe(5);
    expect(new Set(reports.map(([status]) => status))).toEqual(new Set([200]));
    expect(reports[0]?.[1]).toContain('"leads":5');
    expect(reports[1]?.[1]).toBe('"question","answer","leads","buyers"\r\n"Age","25-34","5","0"\r\n');
  });

  it('are not mixed up, and different ones are read one after another', async () => {
    const [ofB, ofNone] = [await readAnswers('?set=b'), await readAnswers('?set=c')];
    expect([ofB[1], ofNone[1]]).toEqual([
      expect.stringContaining('"leads":1'),
      expect.stringContaining('"leads":0'),
    ]);
    await repeat(10, (days) => readAnswers(`?set=a&days=${days + 1}`));
    expect(mostRunning).toBe(1);
  });

  it('verify a set once for ten equal requests at once, and again after its smoke test', async () => {
    const { id } = await prepareSet(clientOf(app), ['mfe-quiz@1.1.0']);
    read.files = 0;
    // Only a pool reads other results while one is withheld. Its connections are opened late.
    received = engine === 'postgres' ? liveSetRead(10) : requestsReceived(10);
    const verifications = await repeat(10, () => verifySet(clientOf(app), id));
    // The shell has two files, and each of three remotes has three.
    expect(read.files).toBe(11);
    for (const { set, reasons } of verifications)
      expect([set.id, set.certification, reasons]).toEqual([id, null, []]);
    await sendCertification(clientOf(app), id, { outcome: 'failed', report: 'step 3 is blank' });
    expect(await verifySet(clientOf(app), id)).toMatchObject({
      set: { certification: { outcome: 'failed', report: 'step 3 is blank' } },
    });
  });
});
