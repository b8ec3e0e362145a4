import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Stripe from 'stripe';

import { objectKindByEventType } from './process-webhook-events.ts';

const runbook = readFileSync(join(__dirname, '../../../../../docs/runbooks/stripe.md'), 'utf8');

it('has the runbook order every message that means something here, and no other', () => {
  const [, ordered = ''] = /Events: ([^]+?)\n +- Put/.exec(runbook) ?? [];
  const named = [...ordered.matchAll(/`([\w.]+)`/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(Object.keys(objectKindByEventType).toSorted());
});

it('has the runbook name the version of the API that the library speaks', () => {
  expect(runbook).toContain(`\`${Stripe.API_VERSION}\``);
});
