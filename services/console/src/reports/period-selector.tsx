import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';

import { copy } from '../content/copy.ts';
import { periods, withPeriod } from './report-address.ts';
import styles from './reports.module.css';

const text = copy.reports;

interface PeriodSelectorProps {
  /** The first and the last day that are shown. */
  readonly from: string;
  readonly to: string;
}

/** The choice of a period, which is kept in the address. */
export function PeriodSelector({ from, to }: PeriodSelectorProps) {
  const id = useId();
  const [parameters, setParameters] = useSearchParams();
  const isOwn = parameters.has('from') && parameters.has('to');
  const change = (changes: Readonly<Record<string, string>>) =>
    setParameters(withPeriod(parameters, changes), { replace: true });
  const dateField = (label: string, key: 'from' | 'to', value: string) => (
    <label className={styles['field']}>
      {label}
      <input
        type="date"
        required
        value={value}
        {...(key === 'from' ? { max: to } : { min: from })}
        onChange={({ target }) => target.value && change({ from, to, [key]: target.value })}
      />
    </label>
  );
  return (
    <div className={styles['period']}>
      <div className={styles['field']}>
        <label htmlFor={id}>{text.period}</label>
        <select
          id={id}
          value={isOwn ? '' : (parameters.get('days') ?? '30')}
          onChange={({ target }) => change(target.value ? { days: target.value } : { from, to })}
        >
          {periods.map((days) => (
            <option key={days} value={days}>
              {text.periods[days]}
            </option>
          ))}
          <option value="">{text.ownPeriod}</option>
        </select>
      </div>
      {dateField(text.from, 'from', from)}
      {dateField(text.to, 'to', to)}
    </div>
  );
}
