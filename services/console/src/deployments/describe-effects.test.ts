import { describeEffects } from './describe-effects.ts';

const inFlight = [
  { number: 3, visitors: 1200 },
  { number: 4, visitors: 1 },
];

it('names the apps and paths that change, the bytes to download, and who is in the funnel', () => {
  const effects = {
    changes: [
      {
        name: 'mfe-quiz',
        from: '1.0.0',
        to: '1.1.0',
        paths: ['/', '/step-1', '/step-2', '/step-3', '/step-4'],
      },
      { name: 'mfe-upsell', from: '1.0.0', to: null, paths: ['/upsell'] },
      { name: 'shell', from: '1.0.0', to: '1.0.1', paths: [] },
    ],
    downloadBytes: 41_984,
    inFlight,
    keptForMs: 24 * 3_600_000,
  };
  expect(describeEffects(effects)).toEqual([
    'mfe-quiz: 1.0.0 → 1.1.0, on /, /step-1, /step-2 and 2 more',
    'mfe-upsell: 1.0.0 → None, on /upsell',
    'shell: 1.0.0 → 1.0.1, on every page',
    'A visitor who has the files of the stable set downloads at most 41.0\u00a0KB.',
    'On set 3: 1,200 visitors are in the funnel.',
    'On set 4: 1 visitor is in the funnel.',
    'Visitors of a set that is not withdrawn keep it until they have paid or been away for 1 day.',
  ]);
});

it('says that nothing differs from the stable set', () => {
  const effects = { changes: [], downloadBytes: 0, inFlight: [], keptForMs: 3_600_000 };
  expect(describeEffects(effects)).toEqual([
    'The same versions',
    'Visitors of a set that is not withdrawn keep it until they have paid or been away for 1 hour.',
  ]);
});

it('names three paths in full', () => {
  const change = { name: 'mfe-quiz', from: '1.0.0', to: '1.1.0', paths: ['/', '/step-1', '/step-2'] };
  const effects = { changes: [change], downloadBytes: 1024, inFlight: [], keptForMs: 3_600_000 };
  expect(describeEffects(effects)[0]).toBe('mfe-quiz: 1.0.0 → 1.1.0, on /, /step-1, /step-2');
});
