import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { SelectField } from '../components/select-field.tsx';
import fields from '../components/select-field.module.css';
import { copy } from '../content/copy.ts';
import { latestEnd, earliestStart, periods, queryOf, withPeriod } from './report-url.ts';
import styles from './reports.module.css';

const text = copy.reports;

interface DateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly min: string;
  readonly max: string;
  readonly onChange: (date: string) => void;
}

/** A date. What is typed stays until the field is left, because after each digit it may be another valid date. */
function DateField({ label, value, min, max, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label className={fields['field']}>
      {label}
      <input
        type="date"
        required
        className={fields['control']}
        value={typed ?? value}
        min={min}
        max={max}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.validity.valid) onChange(target.value);
        }}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

interface PeriodSelectorProps {
  /** The first and the last day; empty until they are known. */
  readonly from: string;
  readonly to: string;
}

/** The choice of a period, which is kept in the URL. */
export function PeriodSelector({ from, to }: PeriodSelectorProps) {
  const [parameters, setParameters] = useSearchParams();
  const change = (changes: Readonly<Record<string, string>>) =>
    setParameters(withPeriod(parameters, changes), { replace: true });
  return (
    <div className={styles['period']}>
      <SelectField
        label={text.period}
        value={String(queryOf(parameters).days ?? '')}
        options={[...periods.map((days) => [days, text.periods[days]] as const), ['', text.ownPeriod]]}
        onChange={(days) => change(days ? { days } : { from, to })}
      />
      <DateField
        label={text.from}
        value={from}
        min={earliestStart(to)}
        max={to}
        onChange={(day) => change({ from: day, to })}
      />
      <DateField
        label={text.to}
        value={to}
        min={from}
        max={latestEnd(from)}
        onChange={(day) => change({ from, to: day })}
      />
    </div>
  );
}
