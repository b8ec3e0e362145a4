import { iconPaths } from './icon-paths.ts';

/** The name of an icon in `iconPaths`. */
export type IconName = keyof typeof iconPaths;

interface IconProps {
  readonly name: IconName;
  /** Width and height in px. The stroke scales with it. */
  readonly size?: 16 | 20 | 24 | 32;
  readonly className?: string;
}

/** An icon beside a text. It is hidden from screen readers, so it must never replace the text. */
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
