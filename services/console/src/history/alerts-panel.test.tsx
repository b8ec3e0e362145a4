import { alertKinds } from '@funnel/contracts/alerts';
import { renderToStaticMarkup } from 'react-dom/server';

import { AlertsPanel } from './alerts-panel.tsx';

it('names each kind of alert before what it is about', () => {
  const alerts = alertKinds.map((kind) => ({
    id: kind,
    kind,
    subject: 'x',
    summary: '',
    runbook: '',
    beganAt: 0,
    endedAt: null,
  }));
  const markup = renderToStaticMarkup(<AlertsPanel alerts={alerts} />);
  expect([...markup.matchAll(/<strong>(.*?)<\/strong> <p>x<\/p>/g)].map(([, name]) => name)).toEqual([
    'Destination fails:',
    'Deliveries are overdue:',
    'Dead letters:',
    'No leads',
    'Canary may fail: set',
    'Canary waits for a decision: set',
    'Token ends:',
    'Disk almost full',
  ]);
});
