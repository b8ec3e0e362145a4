import type { ComponentProps } from 'react';

import styles from './color-scheme-surface.module.css';
import { Surface } from './surface.tsx';

/** A `Surface` that follows the reader's choice of light or dark. */
export function ColorSchemeSurface({ className = '', ...props }: ComponentProps<'div'>) {
  return <Surface {...props} className={`${styles['scheme']} ${className}`} />;
}
