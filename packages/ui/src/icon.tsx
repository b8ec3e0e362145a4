import { iconPaths } from './icon-paths.ts';

export type IconName = keyof typeof iconPaths;

interface IconProps {
  readonly name: IconName;
  /** Pixels; the stroke stays in proportion. */
  readonly size?: 16 | 20 | 24 | 32;
  readonly className?: string;
}

/** A sign beside a text, never instead of one: it is hidden from screen readers. */
export function Icon({ name, size = 24, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={className}
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
