import type { ReleaseSetRecord } from '@funnel/contracts/release-management';

import { describeDifferences, groupVersions, type Build } from './version-groups.ts';

const build = (name: string, version: string, publishedAt: number, over: Partial<Build> = {}): Build => ({
  name,
  version,
  publishedAt,
  isLive: false,
  isCanary: false,
  deprecation: null,
  bytes: 1000,
  contracts: [1],
  paths: ['/'],
  ...over,
});

const set = (members: Record<string, string>): ReleaseSetRecord => ({
  id: 'a',
  number: 1,
  members,
  createdAt: 0,
  withdrawnAt: null,
  certification: null,
  deprecated: [],
});

it('groups versions by app, shell and newest first, with their state', () => {
  const builds = [
    build('mfe-quiz', '1.0.0', 1),
    build('mfe-quiz', '1.2.0', 3),
    build('mfe-quiz', '1.1.0', 2),
    build('shell', '1.0.0', 1),
  ];
  const analytics = {
    name: 'mfe-quiz',
    version: '1.0.0',
    visitors: 5,
    failures: 0,
    leads: 1,
    purchases: 0,
    revenue: [],
  };
  const groups = groupVersions(
    { builds },
    {
      channel: 'production',
      set: set({ 'mfe-quiz': '1.0.0', shell: '1.0.0' }),
      canary: { set: set({ 'mfe-quiz': '1.1.0', shell: '1.0.0' }), percent: 10, startedAt: 0, plan: null },
    },
    { versions: [analytics] },
  );
  expect(groups.map(({ name }) => name)).toEqual(['shell', 'mfe-quiz']);
  expect(groups[1]?.versions.map((one) => [one.build.version, one.state, one.analytics?.visitors])).toEqual([
    ['1.2.0', 'stored', undefined],
    ['1.1.0', 'canary', undefined],
    ['1.0.0', 'live', 5],
  ]);
  expect(groups[1]?.live?.version).toBe('1.0.0');
});

it('gives a version the counts of its own app, even if another app has a version of that number', () => {
  const counts = { version: '1.0.0', failures: 0, leads: 0, purchases: 0, revenue: [] };
  const groups = groupVersions(
    { builds: [build('mfe-quiz', '1.0.0', 1), build('mfe-pricing', '1.0.0', 1), build('shell', '1.0.0', 1)] },
    { channel: 'production', set: null, canary: null },
    {
      versions: [
        { ...counts, name: 'mfe-pricing', visitors: 5 },
        { ...counts, name: 'mfe-quiz', visitors: 80 },
      ],
    },
  );
  expect(groups.map(({ name, versions }) => [name, versions[0]?.analytics?.visitors])).toEqual([
    ['shell', undefined],
    ['mfe-pricing', 5],
    ['mfe-quiz', 80],
  ]);
});

it('lists the version that was published last first, and not the one that is last by its letters', () => {
  const groups = groupVersions(
    {
      builds: [build('mfe-quiz', '1.9.0', 1), build('mfe-quiz', '1.10.0', 2), build('mfe-quiz', '1.8.1', 3)],
    },
    { channel: 'production', set: null, canary: null },
    undefined,
  );
  expect(groups[0]?.versions.map((one) => one.build.version)).toEqual(['1.8.1', '1.10.0', '1.9.0']);
});

it.each([
  [
    'all of them',
    { bytes: 512, paths: ['/', '/why'], contracts: [1, 2] },
    'Size −1.5\u00a0KB. Adds /why. Removes /goal. Contract 1 → 1, 2',
  ],
  ['a larger size', { bytes: 3072, paths: ['/', '/goal'] }, 'Size +1.0\u00a0KB'],
  ['a lost path', { bytes: 2048, paths: ['/'] }, 'Removes /goal'],
  ['none', { bytes: 2048, paths: ['/', '/goal'] }, 'Same size, paths and contract'],
])('says in one line how a version differs from the live one: %s', (_, over, line) => {
  const live = build('mfe-quiz', '1.0.0', 1, { paths: ['/', '/goal'], bytes: 2048 });
  expect(describeDifferences(build('mfe-quiz', '1.1.0', 2, over), live)).toBe(line);
});

it('does not call a version live because another app has one of that number', () => {
  const [, quiz] = groupVersions(
    { builds: [build('shell', '1.0.0', 1), build('mfe-quiz', '1.0.0', 1), build('mfe-quiz', '1.1.0', 2)] },
    { channel: 'production', set: set({ 'mfe-quiz': '1.1.0', shell: '1.0.0' }), canary: null },
    undefined,
  );
  expect(quiz?.versions.map(({ build: { version }, state }) => [version, state])).toEqual([
    ['1.1.0', 'live'],
    ['1.0.0', 'stored'],
  ]);
});
