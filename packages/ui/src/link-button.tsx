import type { ReactNode } from 'react';

import styles from './link-button.module.css';

interface LinkButtonProps {
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** Looks like a link within a text. It is a button, because it opens a dialog. */
export const LinkButton = ({ onClick, children }: LinkButtonProps) => (
  <button type="button" className={styles['link']} onClick={onClick}>
    {children}
  </button>
);
