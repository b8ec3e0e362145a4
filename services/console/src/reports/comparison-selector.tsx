import type { ReportValues } from '@funnel/contracts/reports';
import { useSearchParams } from 'react-router-dom';

import { SelectField } from '../components/select-field.tsx';
import { withParameters } from '../components/url-parameters.ts';
import { copy } from '../content/copy.ts';
import { formatCount } from '../content/format.ts';
import { comparisonOf, comparisons, valueLabel, type ComparedPart, type ComparedValue } from './compare.ts';
import styles from './reports.module.css';

const text = copy.reports.compare;

interface ComparisonSelectorProps {
  readonly values: ReportValues | undefined;
  readonly parts: readonly [ComparedPart, ComparedPart] | null;
}

/** How many values have visitors but are not listed. */
const moreThanListed = (by: ComparedValue, values: ReportValues): number =>
  (values.totals?.[by] ?? 0) - values[by].length;

/** The choice of what to compare, which is kept in the URL. */
export function ComparisonSelector({ values, parts }: ComparisonSelectorProps) {
  const [parameters, setParameters] = useSearchParams();
  const comparison = comparisonOf(parameters);
  const change = (changes: Readonly<Record<string, string | null>>) =>
    setParameters(withParameters(parameters, changes), { replace: true });
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
      <SelectField
        label={text[key]}
        value={value}
        options={listed.map((option) => [
          option.value,
          text.option(valueLabel(by, option.value, all), formatCount(option.visitors)),
        ])}
        onChange={(chosen) => change({ [key]: chosen })}
      />
    );
  };
  return (
    <div className={styles['period']}>
      <SelectField
        label={text.title}
        value={comparison ?? ''}
        options={[['', text.nothing], ...comparisons.map((name) => [name, text.by[name]] as const)]}
        onChange={(compare) => change({ compare: compare || null, one: null, other: null })}
      />
      {comparison && comparison !== 'previous' && values && parts && (
        <>
          {valueField(comparison, 'one', parts[0], values)}
          {valueField(comparison, 'other', parts[1], values)}
          {moreThanListed(comparison, values) > 0 && (
            <p className={styles['hint']}>{text.more(formatCount(moreThanListed(comparison, values)))}</p>
          )}
        </>
      )}
    </div>
  );
}
