import type { Verdict } from './analyze-canary.ts';
import { alertOf } from './canary-alert.ts';

const channel = {
  name: 'live',
  set_id: 'stable',
  moved_at: 0,
  canary_set: 'canary',
  canary_percent: 10,
  canary_started_at: 0,
  canary_plan: null,
  deprecation_changes: 0,
};

const alertFor = (verdict: Partial<Verdict>) =>
  alertOf({
    channel,
    setId: 'canary',
    period: 'in the same time',
    verdict: {
      action: 'alert',
      canary: { visitors: 210, failures: 12 },
      stable: { visitors: 900, failures: 1 },
      reported: { visitors: 1250, failures: 100 },
      failingNetworks: 7,
      ...verdict,
    },
  });

it('an alert states the share of visitors that is reported to fail, and how many networks report it', () => {
  expect(alertFor({})).toEqual({
    setId: 'canary',
    reason:
      'The canary is reported to fail for 100 of 1250 visitors (8.0 %). The reports come from 7 of the 8 networks that a rollback needs. It was not rolled back, because the reports may be forged: stop it if the failures are real.',
    failures: 100,
    visitors: 1250,
    networks: 7,
  });
});

it('an alert from enough networks says that most reports come from few of them', () => {
  expect(alertFor({ failingNetworks: 8 })?.reason).toContain(
    'Most of the reports come from few networks: 12 failures of 210 visitors count.',
  );
});

it('an alert says if a few networks make the stable set look bad, and all failures of the canary count', () => {
  const canary = { visitors: 300, failures: 60 };
  const stable = { visitors: 420, failures: 120 };
  expect(alertFor({ canary, stable, reported: canary, failingNetworks: 60 })?.reason).toContain(
    'for 60 of 300 visitors (20.0 %). The stable set is reported to fail, too, but mostly by few networks.',
  );
});

it.each(['none', 'roll-back'] as const)('there is no alert with the verdict "%s"', (action) => {
  expect(alertFor({ action })).toBeNull();
  expect(alertOf(null)).toBeNull();
});
