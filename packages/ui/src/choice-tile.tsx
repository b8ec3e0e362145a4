import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';

import styles from './choice-tile.module.css';
import { classNames } from './class-names.ts';
import { BasicIcon } from './basic-icon.tsx';

interface ChoiceTileProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> {
  readonly label: string;
  /** `no` for a label that is a name, which a browser must not translate. */
  readonly translate?: 'no' | undefined;
  /** A picture or monogram, 40 px wide. */
  readonly picture?: ReactNode;
  readonly checked: boolean;
  readonly onToggle: () => void;
}

/** One option of a multi-select, as a checkbox in the form of a tile. */
export function ChoiceTile({
  label,
  translate,
  picture,
  checked,
  onToggle,
  className,
  ...props
}: ChoiceTileProps) {
  // A checkbox reacts to the space bar only. The rows of a single choice look alike and also react to Enter.
  function toggleByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.repeat) return;
    event.preventDefault();
    onToggle();
  }
  return (
    <label translate={translate} className={classNames(styles['tile'], className)}>
      <input
        {...props}
        type="checkbox"
        checked={checked}
        onChange={onToggle}
        onKeyDown={toggleByEnter}
        className={styles['input']}
      />
      {picture && <span className={styles['picture']}>{picture}</span>}
      <span className={styles['label']}>{label}</span>
      <span className={styles['mark']}>{checked && <BasicIcon name="check" size={16} />}</span>
    </label>
  );
}

interface ChoiceGridProps {
  /** Id of the heading that asks the question. */
  readonly labelledBy: string;
  readonly describedBy?: string;
  readonly children: ReactNode;
}

/** The grid of all options of a multi-select, as a group named by its question. */
export function ChoiceGrid({ labelledBy, describedBy, children }: ChoiceGridProps) {
  return (
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy} className={styles['grid']}>
      {children}
    </div>
  );
}
