import styles from './reports.module.css';

/** The parts of a comparison differ in shape, so that color is not the only difference. */
export const PartMark = ({ part }: { readonly part: 'one' | 'other' }) => (
  <svg
    viewBox="0 0 12 12"
    width="12"
    height="12"
    aria-hidden="true"
    focusable="false"
    className={styles[`${part}Bar`]}
  >
    {part === 'one' ? <circle cx="6" cy="6" r="5" /> : <path d="M6 0l6 6-6 6-6-6z" />}
  </svg>
);
