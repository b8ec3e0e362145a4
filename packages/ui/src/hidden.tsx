import type { ComponentProps } from 'react';

import styles from './hidden.module.css';

/** Text for those who listen rather than look. */
export function Hidden(props: ComponentProps<'span'>) {
  return <span {...props} className={styles['hidden']} />;
}
