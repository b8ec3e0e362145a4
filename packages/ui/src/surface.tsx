import type { ComponentProps } from 'react';

import styles from './surface.module.css';

/**
 * Where this version's tokens hold. Every remote wraps its screens and widgets in one, because each carries its
 * own copy of the components and two versions may meet in one page.
 */
export function Surface({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles['surface']} ${className}`} />;
}
