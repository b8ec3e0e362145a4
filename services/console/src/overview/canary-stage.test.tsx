import { renderToStaticMarkup } from 'react-dom/server';

import { CanaryStage } from './canary-stage.tsx';

const stages = [
  { percent: 10, minutes: 120 },
  { percent: 50, minutes: 120 },
];

it.each([
  [0, null, 'Stage 1 of 2: 50 % in 2 hours'],
  [1, null, 'Stage 2 of 2: all new visitors in 2 hours'],
  [0, 'Purchases are fewer.', 'Stage 1 of 2: held. Purchases are fewer.'],
])('stage %i of a canary, held because of %j, reads: %s', (current, heldBecause, expected) => {
  const dueAt = heldBecause === null ? Date.now() + 121 * 60_000 : null;
  const plan = { stages, current, dueAt, heldBecause, remainingMs: 0 };
  const text = renderToStaticMarkup(<CanaryStage {...plan} />).replace(/<[^>]+>/g, '');
  expect(text).toContain(expected);
});
