import { useId, type ComponentProps, type ReactNode } from 'react';

import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import { Icon } from './icon.tsx';
import styles from './text-field.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'children'> {
  readonly label: string;
  /** The label is for screen readers only; the heading or placeholder says it to the eye. */
  readonly labelHidden?: boolean;
  readonly error?: string | null;
  readonly hint?: ReactNode;
  /** An offer to correct what was typed; never blocks. */
  readonly suggestion?: ReactNode;
}

export function TextField({
  label,
  labelHidden = false,
  error,
  hint,
  suggestion,
  className,
  ...props
}: TextFieldProps) {
  const id = useId();
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={classNames(styles['field'], className)}>
      <label htmlFor={id} className={styles['label']}>
        {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      <input
        {...props}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={notes || undefined}
        className={styles['input']}
      />
      {/* Always there: what comes together with its live region is not read out. */}
      <div aria-live="assertive" className={styles['errors']}>
        {error && (
          <p id={`${id}-error`} className={styles['error']}>
            <Icon name="warning" size={20} />
            <span>{error}</span>
          </p>
        )}
      </div>
      <div aria-live="polite">{suggestion && <div className={styles['suggestion']}>{suggestion}</div>}</div>
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}
