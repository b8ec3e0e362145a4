import { copy } from '../content/copy.ts';
import styles from './preview-banner.module.css';

/** Over every screen of a set that visitors do not get. */
export function PreviewBanner({ setId }: { readonly setId: string }) {
  return (
    <aside className={styles['banner']} aria-label={copy.preview.label}>
      <p>{copy.preview.text(setId)}</p>
      <a href="/?preview=end">{copy.preview.end}</a>
    </aside>
  );
}
