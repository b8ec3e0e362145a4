import styles from './illustration.module.css';
import { illustrations, type ArtStroke } from './illustration-paths.ts';
import { classNames } from './class-names.ts';

export type ArtName = keyof typeof illustrations;

interface ArtProps {
  readonly name: ArtName;
  /** `box` fills the width it is given; the others give way where height is scarce. */
  readonly fit?: 'box' | 'question' | 'slide';
  readonly className?: string;
}

/** A picture beside the text, which says the same in words: it is hidden from screen readers. */
export function Illustration({ name, fit = 'box', className }: ArtProps) {
  const strokes: readonly ArtStroke[] = illustrations[name];
  return (
    <svg
      viewBox="0 0 320 160"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={classNames(styles['art'], styles[fit], className)}
    >
      {strokes.map(({ tone, d }, index) => (
        <path key={index} d={d} className={styles[tone]} />
      ))}
    </svg>
  );
}
