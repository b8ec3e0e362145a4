import { useId, type ComponentProps, type ReactNode } from 'react';

import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import { BasicIcon } from './basic-icon.tsx';
import styles from './text-field.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'children'> {
  readonly label: string;
  /** Hides the label visually. A heading or the placeholder must then say the same. */
  readonly labelHidden?: boolean;
  readonly error?: string | null;
  readonly hint?: ReactNode;
  /** A suggested correction of what was typed. Ignoring it blocks nothing. */
  readonly suggestion?: ReactNode;
}

/** An input with its label, error, suggestion and hint, tied together for screen readers. */
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
      <div className={styles['notes']}>
        {/* Always rendered, because screen readers ignore text that appears together with its live region. */}
        <div aria-live="assertive">
          {/* A suggestion says more than the error, which then is for screen readers only. */}
          {error && suggestion && <VisuallyHidden id={`${id}-error`}>{error}</VisuallyHidden>}
          {error && !suggestion && (
            <p id={`${id}-error`} className={styles['error']}>
              <BasicIcon name="warning" size={20} />
              <span>{error}</span>
            </p>
          )}
        </div>
        <div aria-live="polite">{suggestion}</div>
        {hint && (
          <p id={`${id}-hint`} className={styles['hint']}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
