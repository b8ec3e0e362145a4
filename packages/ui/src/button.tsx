import type { ComponentProps } from 'react';

import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: 'primary' | 'secondary' | 'quiet';
  /** Fills the column's width. By default only `quiet` does not. */
  readonly wide?: boolean;
  /** Disables the button and shows a spinner with `busyLabel`, by default with the button's own text. */
  readonly busy?: boolean;
  readonly busyLabel?: string;
}

/** A button, `type="button"` by default. */
export function Button({
  tone = 'primary',
  wide = tone !== 'quiet',
  busy = false,
  busyLabel,
  type = 'button',
  disabled = false,
  className,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(styles['button'], styles[tone], wide && styles['wide'], className)}
    >
      {busy ? <Spinner tone="inherit">{busyLabel ?? children}</Spinner> : children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  tone = 'primary',
  wide = tone !== 'quiet',
  className,
  children,
  ...props
}: ComponentProps<'a'> & Pick<ButtonProps, 'tone' | 'wide'>) {
  return (
    <a {...props} className={classNames(styles['button'], styles[tone], wide && styles['wide'], className)}>
      {children}
    </a>
  );
}
