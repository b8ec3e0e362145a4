import type { Deliveries } from '@funnel/contracts/deliveries';
import { renderToStaticMarkup } from 'react-dom/server';

import { OperatorProvider } from '../session/operator-context.tsx';
import { DeliveryList } from './delivery-list.tsx';

type Delivery = Deliveries['deliveries'][number];

const deliveryIn = (state: Delivery['state'], id: string): Delivery => ({
  id,
  kind: 'lead',
  destination: 'crm',
  state,
  attempts: 3,
  createdAt: 0,
  dueAt: 0,
  lastError: 'status 500',
});

const listOf = (deliveries: Delivery[], selected: string[] = []) =>
  renderToStaticMarkup(
    <OperatorProvider
      value={{ name: 'ada', preset: 'releaser', permissions: ['read-analytics', 'certify', 'deploy'] }}
    >
      <DeliveryList
        listed={{ deliveries, total: deliveries.length }}
        onShowAll={null}
        selected={selected}
        onSelect={() => undefined}
        onRedeliver={() => undefined}
      />
    </OperatorProvider>,
  );

it('offers to redeliver only what has failed for good', () => {
  const markup = listOf([deliveryIn('waiting', 'a'), deliveryIn('failed', 'b'), deliveryIn('dead', 'c')]);
  const boxes = [...markup.matchAll(/<input type="checkbox"[^>]*>/g)];
  const actions = [...markup.matchAll(/<button[^>]*>Redeliver…<\/button>/g)];
  expect([boxes.length, actions.length]).toEqual([1, 1]);
  expect(actions[0]?.[0]).toContain(' c');
});

it.each([
  [49, false],
  [50, true],
])('with %i selected deliveries, the box of a further one is disabled: %s', (count, isDisabled) => {
  const selected = Array.from({ length: count }, (_, at) => `lead_${at}`);
  const deliveries = [...selected, 'further'].map((id) => deliveryIn('dead', id));
  const boxes = [...listOf(deliveries, selected).matchAll(/<input type="checkbox"[^>]*>/g)];
  expect(boxes.map(([box]) => box.includes('disabled=""'))).toEqual([
    ...selected.map(() => false),
    isDisabled,
  ]);
});
