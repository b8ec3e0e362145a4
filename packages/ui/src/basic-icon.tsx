import { basicIconPaths } from './basic-icon-paths.ts';

/** The name of an icon in `basicIconPaths`. */
export type BasicIconName = keyof typeof basicIconPaths;

interface IconShapeProps {
  /** Path data for a 24 × 24 view box. */
  readonly path: string;
  /** Width and height in px. The stroke scales with it. */
  readonly size?: 16 | 20 | 24 | 32;
  readonly className?: string;
}

/** A drawing beside a text. It is hidden from screen readers, so it must never replace the text. */
export function IconShape({ path, size = 24, className }: IconShapeProps) {
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
      <path d={path} />
    </svg>
  );
}

type BasicIconProps = Omit<IconShapeProps, 'path'> & { readonly name: BasicIconName };

/** An icon that interfaces need. Its file has no others, so that an app without answers and lessons loads only these. */
export const BasicIcon = ({ name, ...shape }: BasicIconProps) => (
  <IconShape path={basicIconPaths[name]} {...shape} />
);
