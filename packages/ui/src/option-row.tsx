import { memo, type ComponentProps, type ReactNode } from 'react';

import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './option-row.module.css';

interface OptionRowProps extends Omit<ComponentProps<'button'>, 'children' | 'onClick'> {
  readonly label: string;
  readonly icon?: IconName | null;
  /** Whether the option is selected. Absent for a row that only navigates. */
  readonly pressed?: boolean;
  readonly onChoose?: () => void;
}

/**
 * One option of a single choice. With `type="submit"`, `name` and `value` it works in a form without scripts. A choice renders
 * only the rows that it changes, unless the caller passes new functions each time.
 */
export const OptionRow = memo(function OptionRow({
  label,
  icon,
  pressed,
  onChoose,
  type = 'button',
  className,
  ...props
}: OptionRowProps) {
  return (
    <button
      {...props}
      type={type}
      aria-pressed={pressed}
      onClick={onChoose}
      className={classNames(styles['row'], className)}
    >
      {icon && (
        <span className={styles['tile']}>
          <Icon name={icon} />
        </span>
      )}
      <span className={styles['label']}>{label}</span>
      {pressed ? (
        <span className={styles['check']}>
          <Icon name="check" size={20} />
        </span>
      ) : (
        <Icon name="chevron" size={20} className={styles['chevron']} />
      )}
    </button>
  );
});

interface OptionGroupProps {
  /** Id of the heading that asks the question. */
  readonly labelledBy: string;
  readonly children: ReactNode;
}

/** All options of a single choice, as a group named by its question. */
export function OptionGroup({ labelledBy, children }: OptionGroupProps) {
  return (
    <div role="group" aria-labelledby={labelledBy} className={styles['group']}>
      {children}
    </div>
  );
}
