import styles from './illustration.module.css';
import { illustrations, type IllustrationStroke } from './illustration-paths.ts';
import { classNames } from './class-names.ts';

/** The name of an illustration in `illustrations`. */
export type IllustrationName = keyof typeof illustrations;

interface IllustrationProps {
  readonly name: IllustrationName;
  /** `box` fills its container's width. `question` and `slide` shrink on low screens. */
  readonly fit?: 'box' | 'question' | 'slide';
  readonly className?: string;
}

/** A picture that repeats what the text beside it says. It is hidden from screen readers. */
export function Illustration({ name, fit = 'box', className }: IllustrationProps) {
  const strokes: readonly IllustrationStroke[] = illustrations[name];
  return (
    <svg
      viewBox="0 0 320 160"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={classNames(styles['illustration'], styles[fit], className)}
    >
      {strokes.map(({ tone, d }, index) => (
        <path key={index} d={d} className={styles[tone]} />
      ))}
    </svg>
  );
}
