import { brand } from '@funnel/contracts/brand';
import { Wordmark } from '@funnel/ui/wordmark';

import { copy } from '../content/copy.ts';
import styles from './brand.module.css';

/** The product's mark and name, and which part of the product this is. */
export const Brand = () => (
  <p className={styles['brand']}>
    <Wordmark>{brand.name}</Wordmark>
    <span className={styles['part']}>{copy.brand}</span>
  </p>
);
