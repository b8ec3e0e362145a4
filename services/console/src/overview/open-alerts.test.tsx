import type { Alert } from '@funnel/contracts/alerts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';

import { OpenAlerts } from './open-alerts.tsx';

const alertOf = (id: string, endedAt: number | null): Alert => ({
  id,
  kind: 'dead-letters',
  subject: 'crm',
  summary: '',
  runbook: '',
  beganAt: 0,
  endedAt,
});
const show = (...alerts: Alert[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <OpenAlerts alerts={alerts} />
    </MemoryRouter>,
  );

it('the overview says how many alerts are open, with a link to the history', () => {
  expect(show(alertOf('a', null), alertOf('b', null), alertOf('c', 1))).toMatch(
    /<a [^>]*href="\/history"[^>]*>2 open alerts<\/a>/,
  );
  expect(show(alertOf('a', null))).toContain('>1 open alert<');
});

it('the overview says nothing when no alert is open', () => {
  expect(show(alertOf('c', 1))).toBe('');
});
