import { deliveryStates } from '@funnel/contracts/deliveries';
import type { DeliveryFilter } from '@funnel/contracts/operator-client';

import { copy } from '../content/copy.ts';
import { SelectField } from '../components/select-field.tsx';
import styles from './deliveries.module.css';

const text = copy.deliveries;

interface DeliveryFiltersProps {
  /** Those with deliveries; the chosen one stays an option without. */
  readonly destinations: readonly string[];
  readonly value: DeliveryFilter;
  readonly onChange: (filter: DeliveryFilter) => void;
}

export const DeliveryFilters = ({ destinations, value, onChange }: DeliveryFiltersProps) => (
  <div className={styles['filters']}>
    <SelectField
      label={text.destination}
      value={value.destination ?? ''}
      options={[...new Set(['', ...destinations, value.destination ?? ''])].map((name) => [
        name,
        name || text.allDestinations,
      ])}
      onChange={(destination) => onChange({ ...value, destination: destination || null })}
    />
    <SelectField
      label={text.state}
      value={value.state ?? ''}
      options={[
        ['', text.allStates],
        ...deliveryStates.map((state) => [state, text.stateNames[state]] as const),
      ]}
      onChange={(chosen) =>
        onChange({ ...value, state: deliveryStates.find((state) => state === chosen) ?? null })
      }
    />
  </div>
);
