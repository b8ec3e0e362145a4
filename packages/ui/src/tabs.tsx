import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './tabs.module.css';

/** One tab with its content. */
export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconName;
  /**
   * Shown instead of the label on a small screen, where only screen readers get the label after it. `null` leaves only the
   * icon.
   */
  readonly shortLabel?: string | null;
  readonly content: ReactNode;
}

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Fills its container's height, and only the content of the tab scrolls. */
  readonly fill?: boolean;
}

/** Tabs in three columns, and in one row on windows of at least 768 px. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, fill = false }: TabsProps<Value>) {
  // Radix reports a plain string, and the lookup gives it its type back.
  function change(selected: string) {
    const tab = tabs.find((candidate) => candidate.value === selected);
    if (tab) onChange(tab.value);
  }
  return (
    <Radix.Root
      value={value}
      onValueChange={change}
      className={classNames(styles['tabs'], fill && styles['fill'])}
    >
      <Radix.List aria-label={label} className={styles['list']}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles['tab']}>
            {tab.icon && <Icon name={tab.icon} size={20} />}
            {tab.shortLabel && <span className={styles['short']}>{tab.shortLabel}</span>}
            <span className={classNames(tab.shortLabel !== undefined && styles['full'])}>{tab.label}</span>
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={styles['content']}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
