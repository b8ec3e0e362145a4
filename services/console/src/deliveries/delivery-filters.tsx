import { deliveryStates } from '@funnel/contracts/deliveries';
import type { DeliveryFilter } from '@funnel/contracts/operator-client';
import { useId } from 'react';

import { copy } from '../content/copy.ts';
import styles from './deliveries.module.css';

const text = copy.deliveries;

interface DeliveryFiltersProps {
  readonly destinations: readonly string[];
  readonly value: DeliveryFilter;
  readonly onChange: (filter: DeliveryFilter) => void;
}

export const DeliveryFilters = ({ destinations, value, onChange }: DeliveryFiltersProps) => (
  <div className={styles['filters']}>
    <Filter
      label={text.destination}
      all={text.allDestinations}
      options={destinations.map((destination) => ({ value: destination, name: destination }))}
      value={value.destination}
      onChange={(destination) => onChange({ ...value, destination })}
    />
    <Filter
      label={text.state}
      all={text.allStates}
      options={deliveryStates.map((state) => ({ value: state, name: text.stateNames[state] }))}
      value={value.state}
      onChange={(state) => onChange({ ...value, state })}
    />
  </div>
);

interface FilterProps<Value extends string> {
  readonly label: string;
  /** The label of the option that filters nothing. */
  readonly all: string;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
}

function Filter<Value extends string>({ label, all, options, value, onChange }: FilterProps<Value>) {
  const id = useId();
  const select = (selected: string) =>
    onChange(options.find((option) => option.value === selected)?.value ?? null);
  return (
    <div className={styles['filter']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles['select']}
        value={value ?? ''}
        onChange={(event) => select(event.target.value)}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}
