import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import styles from './notice-link.module.css';

interface NoticeLinkProps {
  /** The path of a view. */
  readonly to: string;
  readonly children: ReactNode;
}

/** A link in a notice to another view. */
export const NoticeLink = ({ to, children }: NoticeLinkProps) => (
  <Link to={to} className={styles['link']}>
    {children}
  </Link>
);
