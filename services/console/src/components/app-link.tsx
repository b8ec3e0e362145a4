import { Link } from 'react-router-dom';

import styles from './app-link.module.css';

/** The name of an app, which leads to its page. */
export const AppLink = ({ name }: { readonly name: string }) => (
  <Link to={`/apps/${name}`} className={styles['link']}>
    {name}
  </Link>
);
