import type { ComponentProps } from 'react';

import { classNames } from './class-names.ts';
import styles from './surface.module.css';

/**
 * The scope of this version's design tokens. Every remote wraps its screens and widgets in one, because each bundles its own
 * copy of the components, and two versions can be on one page.
 */
export function Surface({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={classNames(styles['surface'], className)} />;
}
