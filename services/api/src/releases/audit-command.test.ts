import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { ReleaseAudit } from '@funnel/contracts/release-management';

import { startReceiver } from '../platform/service.testkit.ts';
import { release } from './run-release.testkit.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const deployment = (second: number, note: string): ReleaseAudit['deployments'][number] => ({
  at: noon + second * 1000,
  actor: 'ada',
  action: 'promote',
  from: null,
  to: 'b',
  percent: null,
  note,
  report: null,
});
const publication = (second: number): ReleaseAudit['versions'][number] => ({
  at: noon + second * 1000,
  actor: 'ada',
  action: 'publish',
  name: 'mfe-quiz',
  version: `1.${second}.0`,
  note: '',
  source: null,
});

describe('the history of the release command', () => {
  let server: Awaited<ReturnType<typeof startReceiver>>;
  let history: ReleaseAudit;
  beforeAll(async () => {
    server = await startReceiver(() => ({ status: 200, body: JSON.stringify(history) }));
  });
  afterAll(() => server.close());

  it('ends quietly if its reader takes only the first lines', async () => {
    // Far more than the buffer of a pipe.
    const deployments = Array.from({ length: 200 }, (_, place) => deployment(200 - place, 'x'.repeat(5000)));
    history = { numbers: {}, deployments, versions: [] };
    const program = join(__dirname, '../../../releases/src/cli/release.ts');
    const child = execFile(process.execPath, ['--conditions=source', '--import', 'tsx', program, 'audit'], {
      env: { ...process.env, RELEASE_URL: server.origin, OPERATOR_TOKEN: 'x' },
    });
    let printed = '';
    child.stderr?.on('data', (text) => (printed += text));
    child.stdout?.once('data', () => child.stdout?.destroy());
    const [status] = await once(child, 'close');
    expect({ status, printed }).toEqual({ status: 0, printed: '' });
  });

  it.each([
    [1, ['1.5.0', 'second']],
    [2, ['1.5.0', '1.4.0', 'second', 'first']],
    [9, ['1.5.0', '1.4.0', 'second', '1.2.0', 'first']],
  ])(
    'has the newest %i deployments and changes of versions with --limit, as text and as JSON',
    async (limit, expected) => {
      history = {
        numbers: { b: 1 },
        deployments: [deployment(3, 'second'), deployment(1, 'first')],
        versions: [publication(5), publication(4), publication(2)],
      };
      const { stdout } = await release(server.origin, ['audit', '--limit', String(limit)]);
      const rows = stdout.trimEnd().split('\n');
      expect(rows.map((row) => /1\.\d\.0|second|first/.exec(row)?.[0])).toEqual(expected);
      const json = await release(server.origin, ['audit', '--limit', String(limit), '--json']);
      const { numbers, deployments, versions }: ReleaseAudit = JSON.parse(json.stdout);
      expect(numbers).toEqual({ b: 1 });
      expect(deployments.map(({ note }) => note)).toEqual(expected.filter((text) => !text.startsWith('1.')));
      expect(versions.map(({ version }) => version)).toEqual(
        expected.filter((text) => text.startsWith('1.')),
      );
    },
  );

  it.each(['0', '201', 'ten'])('rejects %s as a limit', async (limit) => {
    const { status, stderr } = await release(server.origin, ['audit', '--limit', limit]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('Expected a whole number from 1 to 200.'),
    });
  });
});
