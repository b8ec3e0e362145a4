import { copy } from '../content/copy.ts';
import styles from './preview-banner.module.css';

/** Shown on every screen of a previewed set, which is not live. */
export function PreviewBanner({ setId }: { readonly setId: string }) {
  return (
    <aside className={styles['banner']} aria-label={copy.preview.label}>
      <p>{copy.preview.text(setId)}</p>
      <a href="/?preview=end">{copy.preview.end}</a>
    </aside>
  );
}
