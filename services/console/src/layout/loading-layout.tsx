import type { ReactNode } from 'react';

import { Brand } from './brand.tsx';
import styles from './layout.module.css';

/** The layout until it is known who is signed in. Its header is as high as that of `Layout`. */
export const LoadingLayout = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['layout']}>
    <header className={styles['header']}>
      <Brand />
      <div className={styles['nav']}>
        <span className={styles['link']} />
      </div>
      <div className={styles['live']} />
      <div className={styles['who']} />
    </header>
    <main className={styles['main']}>{children}</main>
  </div>
);
