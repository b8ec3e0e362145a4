import { useId, type ReactNode } from 'react';

import styles from './choices.module.css';

interface RadioGroupProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, string>>;
  readonly values: readonly Value[];
  readonly onChange: (value: Value) => void;
}

/** A choice of one option, with all options visible. */
export function RadioGroup<Value extends string>({
  label,
  value,
  options,
  values,
  onChange,
}: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles['choice']}>
      <legend className={styles['legend']}>{label}</legend>
      {values.map((option) => (
        <label key={option} className={styles['option']}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {options[option]}
        </label>
      ))}
    </fieldset>
  );
}

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
}

export const Checkbox = ({ checked, onChange, children }: CheckboxProps) => (
  <label className={styles['option']}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    <span>{children}</span>
  </label>
);
