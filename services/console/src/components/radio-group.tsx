import { useId, type ReactNode } from 'react';

import styles from './parts.module.css';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly values: readonly Value[];
  readonly onChange: (value: Value) => void;
}

/** One of a few, all of them in sight. */
export function RadioGroup<Value extends string>({
  label,
  value,
  options,
  values,
  onChange,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles['choice']}>
      <legend className={styles['legend']}>{label}</legend>
      {values.map((one) => (
        <label key={one} className={styles['option']}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          {options[one]}
        </label>
      ))}
    </fieldset>
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
}

export const Checkbox = ({ checked, onChange, children }: CheckProps) => (
  <label className={styles['option']}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{children}</span>
  </label>
);
