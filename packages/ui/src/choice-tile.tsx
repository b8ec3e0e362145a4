import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';

import styles from './choice-tile.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface ChoiceTileProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> {
  readonly label: string;
  /** A 40 px picture or monogram. */
  readonly picture?: ReactNode;
  readonly checked: boolean;
  readonly onToggle: () => void;
}

/** One answer of several, a checkbox in the shape of a tile. */
export function ChoiceTile({ label, picture, checked, onToggle, className, ...props }: ChoiceTileProps) {
  // A checkbox knows the space bar alone; the rows of a single choice, which look alike, take Enter too.
  function toggleByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.repeat) return;
    event.preventDefault();
    onToggle();
  }
  return (
    <label className={classNames(styles['tile'], className)}>
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
      <span className={styles['mark']}>{checked && <Icon name="check" size={16} />}</span>
    </label>
  );
}

interface ChoiceGridProps {
  readonly labelledBy: string;
  readonly describedBy?: string;
  readonly children: ReactNode;
}

export function ChoiceGrid({ labelledBy, describedBy, children }: ChoiceGridProps) {
  return (
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy} className={styles['grid']}>
      {children}
    </div>
  );
}
