import { Icon } from '@funnel/ui/icon';
import { useState, type ReactNode } from 'react';

import styles from './disclosure.module.css';

interface DisclosureProps {
  readonly title: string;
  /** The accessible name, if the title alone is not unique on the page. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A section that is closed at first. Its content is rendered, and its data fetched, once it is opened. */
export function Disclosure({ title, label, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary aria-label={label} className={styles['summary']}>
        <Icon name="chevron" size={16} className={styles['mark']} />
        {title}
      </summary>
      {isOpen && children}
    </details>
  );
}
