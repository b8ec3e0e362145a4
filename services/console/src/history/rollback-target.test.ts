import type { ReleaseAudit } from '@funnel/contracts/release-management';

import { isRollbackTarget } from './rollback-target.ts';

type Deployment = ReleaseAudit['deployments'][number];

const move = (action: Deployment['action'], to: string): Deployment => ({
  at: 0,
  actor: 'anna',
  action,
  from: null,
  to,
  percent: null,
  note: '',
});

it('leads back to every set that was for everybody, once each, and never to the live one', () => {
  const deployments = [
    move('rollback', 'a'),
    move('finish', 'c'),
    move('widen', 'c'),
    move('canary', 'c'),
    move('stop', 'b'),
    move('canary', 'x'),
    move('promote', 'b'),
    move('promote', 'a'),
  ];
  const ways = deployments.flatMap((_, index) => (isRollbackTarget(deployments, index, 'a') ? [index] : []));
  expect(ways).toEqual([1, 6]);
});
