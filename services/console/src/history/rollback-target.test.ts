import type { ReleaseAudit } from '@funnel/contracts/release-management';

import { isRollbackTarget } from './rollback-target.ts';

type Deployment = ReleaseAudit['deployments'][number];

const deployment = (action: Deployment['action'], to: string): Deployment => ({
  at: 0,
  actor: 'anna',
  action,
  from: null,
  to,
  percent: null,
  note: '',
  report: null,
});

it('offers every former stable set once, and never the live one', () => {
  const deployments = [
    deployment('rollback', 'a'),
    deployment('finish', 'c'),
    deployment('widen', 'c'),
    deployment('canary', 'c'),
    deployment('stop', 'b'),
    deployment('canary', 'x'),
    deployment('promote', 'b'),
    deployment('promote', 'a'),
    deployment('rollback', 'b'),
    deployment('promote', 'c'),
  ];
  const targets = deployments.flatMap((_, index) =>
    isRollbackTarget(deployments, index, 'a') ? [index] : [],
  );
  expect(targets).toEqual([1, 6]);
});
