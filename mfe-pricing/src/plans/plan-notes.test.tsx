import { markupOf } from '@funnel/shell-kit/markup';
import { noopShell } from '@funnel/shell-kit/noop-shell';
import { TooltipProvider } from '@funnel/ui/tooltip';

import { PlanNotes } from './plan-notes.tsx';

const notes = (claims: 'all' | 'strict') =>
  markupOf(
    <TooltipProvider>
      <PlanNotes />
    </TooltipProvider>,
    { config: { ...noopShell.config, claims } },
  );

it('has the footnote of the research beside its claim, and neither without a source if the setting is strict', () => {
  const all = notes('all');
  expect(all).toContain('3 months of use gives twice the results of 1 month*');
  expect(all).toMatch(/\* Based on Candela research [^<]*Individual results differ\./);
  expect(notes('strict')).not.toMatch(/twice|research/);
});

it('explains the price per day', () => {
  expect(notes('all')).toMatch(/<button [^>]*aria-label="About the per-day price"/);
});
