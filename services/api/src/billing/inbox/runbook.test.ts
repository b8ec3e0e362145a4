import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Stripe from 'stripe';

import { objectKindByEventType } from './process-webhook-events.ts';

const runbook = readFileSync(join(__dirname, '../../../../../docs/runbooks/stripe.md'), 'utf8');

it('the runbook subscribes to exactly the event types that are processed', () => {
  const [, ordered = ''] = /Events: ([^]+?)\n +- Put/.exec(runbook) ?? [];
  const named = [...ordered.matchAll(/`([\w.]+)`/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(Object.keys(objectKindByEventType).toSorted());
});

it('the runbook names the API version of the library', () => {
  expect(runbook).toContain(`\`${Stripe.API_VERSION}\``);
});
