import type { ComponentProps } from 'react';

import { classNames } from './class-names.ts';
import styles from './color-scheme-surface.module.css';
import { Surface } from './surface.tsx';

/** A `Surface` that follows the browser's light or dark color scheme. */
export function ColorSchemeSurface({ className, ...props }: ComponentProps<'div'>) {
  return <Surface {...props} className={classNames(styles['scheme'], className)} />;
}
