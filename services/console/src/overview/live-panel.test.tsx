import type { Operator } from '@funnel/contracts/operators';
import type { ReleaseSetRecord } from '@funnel/contracts/release-management';
import { renderToStaticMarkup } from 'react-dom/server';

import { OperatorProvider } from '../session/operator-context.tsx';
import type { Advice } from './canary-advice.tsx';
import { LivePanel } from './live-panel.tsx';

const setOf = (number: number): ReleaseSetRecord => ({
  id: `set${number}`,
  number,
  members: { shell: '1.0.0', 'mfe-quiz': `1.${number}.0` },
  createdAt: 0,
  withdrawnAt: null,
  certification: null,
  deprecated: [],
});
const canary = { set: setOf(2), percent: 10, startedAt: 0, plan: null };
const operator: Operator = { name: 'vera', preset: 'release-manager', permissions: ['deploy'] };

function render(
  advice: Advice,
  rollbackTarget: number | null,
  change: { readonly percent?: number; readonly set?: ReleaseSetRecord } = {},
  stable = setOf(1),
): string {
  return renderToStaticMarkup(
    <OperatorProvider value={operator}>
      <LivePanel
        status={{ channel: 'production', set: stable, canary: { ...canary, ...change } }}
        advice={advice}
        rollbackTarget={rollbackTarget}
      />
    </OperatorProvider>,
  );
}

function primaryButtons(advice: Advice): string[] {
  const markup = render(advice, null);
  return [...markup.matchAll(/<button[^>]*class="[^"]*\bprimary\b[^"]*"[^>]*>(.*?)<\/button>/g)].map(
    ([, name = '']) => name,
  );
}

it.each([
  ['increase', ['Increase traffic…']],
  ['roll-back', ['Stop…']],
  ['wait', []],
  ['check-assignment', ['Stop…']],
  ['check-stable', []],
] as const)('only the button that the advice %s calls for stands out', (advice, names) => {
  expect(primaryButtons(advice)).toEqual(names);
});

it('the button for a rollback names its target, if there is one', () => {
  expect(render('wait', 4)).toContain('>Roll back to set 4…<');
  expect(render('wait', null)).toContain('>Roll back…<');
});

it('says when the stable set was created, perhaps long before it was live, and when the canary started', () => {
  const text = render('wait', null).replace(/<[^>]+>/g, ' ');
  expect(text).toMatch(/Set 1 .* Created .* Set 2 .* Started /s);
});

it('offers more traffic below 99 %, and then says what to do instead', () => {
  const instead = 'The canary gets 99 %. To give it to all new visitors, promote it.';
  expect(render('wait', null, { percent: 98 })).not.toContain(instead);
  expect(render('wait', null, { percent: 99 })).toContain(instead);
});

it('says which share of new visitors each set gets', () => {
  const text = render('wait', null).replace(/<[^>]+>/g, ' ');
  expect(text).toMatch(/Set 1 .* 90 % of new visitors .* Set 2 .* 10 % of new visitors /s);
});

it('names the deprecated versions of both sets, each beside its set, with the reasons', () => {
  const deprecated = (version: string, reason: string) => [{ name: 'mfe-quiz', version, reason }];
  const stable = { ...setOf(1), deprecated: deprecated('1.1.0', 'it is slow') };
  const set = { ...setOf(2), deprecated: deprecated('1.2.0', 'it loses answers') };
  const text = render('wait', null, { set }, stable).replace(/<[^>]+>/g, ' ');
  expect(text).toMatch(
    /Set 1 .* mfe-quiz 1\.1\.0 is deprecated: it is slow .* Set 2 .* mfe-quiz 1\.2\.0 is deprecated: it loses answers /s,
  );
});

it('says of each set whether its smoke test has passed, has failed, or was not run', () => {
  const certification = (outcome: 'passed' | 'failed') => ({ outcome, report: '', at: 0, actor: 'ci' });
  const textOf = (stable: ReleaseSetRecord, set: ReleaseSetRecord) =>
    render('wait', null, { set }, stable).replace(/<[^>]+>/g, ' ');
  expect(
    textOf(
      { ...setOf(1), certification: certification('passed') },
      { ...setOf(2), certification: certification('failed') },
    ),
  ).toMatch(/Set 1 .* Smoke test passed .* Set 2 .* Smoke test failed /s);
  expect(textOf(setOf(1), setOf(2))).toMatch(/Set 1 .* No smoke test .* Set 2 .* No smoke test /s);
});
