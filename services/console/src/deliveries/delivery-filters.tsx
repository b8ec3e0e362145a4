import { deliveryStates } from '@funnel/contracts/deliveries';
import { useId } from 'react';

import { copy } from '../content/copy.ts';
import type { DeliveryChoice } from '../api/console-api.ts';
import styles from './deliveries.module.css';

const text = copy.deliveries;

interface DeliveryFiltersProps {
  readonly destinations: readonly string[];
  readonly choice: DeliveryChoice;
  readonly onChoice: (choice: DeliveryChoice) => void;
}

export const DeliveryFilters = ({ destinations, choice, onChoice }: DeliveryFiltersProps) => (
  <div className={styles['filters']}>
    <Filter
      label={text.destination}
      every={text.everyDestination}
      options={destinations.map((destination) => ({ value: destination, name: destination }))}
      value={choice.destination}
      onValue={(destination) => onChoice({ ...choice, destination })}
    />
    <Filter
      label={text.state}
      every={text.everyState}
      options={deliveryStates.map((state) => ({ value: state, name: text.stateNames[state] }))}
      value={choice.state}
      onValue={(state) => onChoice({ ...choice, state })}
    />
  </div>
);

interface FilterProps<Value extends string> {
  readonly label: string;
  /** Stands for no choice. */
  readonly every: string;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly value: Value | null;
  readonly onValue: (value: Value | null) => void;
}

function Filter<Value extends string>({ label, every, options, value, onValue }: FilterProps<Value>) {
  const id = useId();
  const choose = (chosen: string) =>
    onValue(options.find((option) => option.value === chosen)?.value ?? null);
  return (
    <div className={styles['filter']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles['select']}
        value={value ?? ''}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{every}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}
