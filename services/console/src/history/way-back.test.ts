import type { ReleaseAudit } from '@funnel/contracts/release-management';

import { isWayBack } from './way-back.ts';

type Move = ReleaseAudit['moves'][number];

const move = (action: Move['action'], to: string): Move => ({
  at: 0,
  actor: 'anna',
  action,
  from: null,
  to,
  percent: null,
  note: '',
});

it('leads back to every set that was for everybody, once each, and never to the live one', () => {
  const moves = [
    move('rollback', 'a'),
    move('finish', 'c'),
    move('widen', 'c'),
    move('canary', 'c'),
    move('stop', 'b'),
    move('canary', 'x'),
    move('promote', 'b'),
    move('promote', 'a'),
  ];
  const ways = moves.flatMap((_, index) => (isWayBack(moves, index, 'a') ? [index] : []));
  expect(ways).toEqual([1, 6]);
});
