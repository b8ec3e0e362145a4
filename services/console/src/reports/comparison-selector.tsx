import type { ReportValues } from '@funnel/contracts/reports';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';

import { copy } from '../content/copy.ts';
import { formatCount } from '../content/format.ts';
import { comparisonOf, comparisons, valueLabel, type ComparedPart, type ComparedValue } from './compare.ts';
import styles from './reports.module.css';

const text = copy.reports.compare;

interface ComparisonSelectorProps {
  readonly values: ReportValues | undefined;
  readonly parts: readonly [ComparedPart, ComparedPart] | null;
}

/** The choice of what to compare, which is kept in the address. */
export function ComparisonSelector({ values, parts }: ComparisonSelectorProps) {
  const id = useId();
  const [parameters, setParameters] = useSearchParams();
  const comparison = comparisonOf(parameters);
  const change = (changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(parameters);
    if ('compare' in changes) for (const name of ['compare', 'one', 'other']) next.delete(name);
    for (const [name, value] of Object.entries(changes)) next.set(name, value);
    if (!next.get('compare')) next.delete('compare');
    setParameters(next, { replace: true });
  };
  const valueField = (
    by: ComparedValue,
    key: 'one' | 'other',
    { value }: ComparedPart,
    all: ReportValues,
  ) => {
    const listed = all[by].some((listedValue) => listedValue.value === value)
      ? all[by]
      : [{ value, visitors: 0 }, ...all[by]];
    return (
      <div className={styles['field']}>
        <label htmlFor={`${id}-${key}`}>{text[key]}</label>
        <select id={`${id}-${key}`} value={value} onChange={({ target }) => change({ [key]: target.value })}>
          {listed.map((option) => (
            <option key={option.value} value={option.value}>
              {text.option(valueLabel(by, option.value, all), formatCount(option.visitors))}
            </option>
          ))}
        </select>
      </div>
    );
  };
  return (
    <div className={styles['period']}>
      <div className={styles['field']}>
        <label htmlFor={id}>{text.title}</label>
        <select id={id} value={comparison ?? ''} onChange={({ target }) => change({ compare: target.value })}>
          <option value="">{text.nothing}</option>
          {comparisons.map((name) => (
            <option key={name} value={name}>
              {text.by[name]}
            </option>
          ))}
        </select>
      </div>
      {comparison && comparison !== 'previous' && values && parts && (
        <>
          {valueField(comparison, 'one', parts[0], values)}
          {valueField(comparison, 'other', parts[1], values)}
        </>
      )}
    </div>
  );
}
