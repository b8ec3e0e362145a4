import type { ReactNode } from 'react';

import styles from './art.module.css';

/** The colors of all drawings: two greens, white, and one accent. */
export type Tone = 'brand' | 'soft' | 'paper' | 'accent';

/** A filled shape. */
export const Shape = ({ tone, d }: { readonly tone: Tone; readonly d: string }) => (
  <path className={styles[tone]} d={d} />
);

interface LimbProps {
  readonly tone: Tone;
  readonly width: number;
  readonly d: string;
}

/** A line with round ends, `width` wide. */
export const Limb = ({ tone, width, d }: LimbProps) => (
  <path
    className={styles[tone]}
    d={d}
    fill="none"
    stroke="currentColor"
    strokeWidth={width}
    strokeLinecap="round"
    strokeLinejoin="round"
  />
);

/** How a part is placed in a drawing. */
export interface Placement {
  readonly x?: number;
  readonly y?: number;
  /** The factor by which it is scaled. */
  readonly size?: number;
  /** The rotation in degrees, clockwise. */
  readonly turn?: number;
  /** Left and right are exchanged. */
  readonly mirrored?: boolean;
}

interface PlacedProps extends Placement {
  readonly children: ReactNode;
}

export function Placed({ x = 0, y = 0, size = 1, turn = 0, mirrored = false, children }: PlacedProps) {
  const scale = mirrored ? `scale(${-size} ${size})` : size === 1 ? '' : `scale(${size})`;
  const rotation = turn === 0 ? '' : `rotate(${turn})`;
  return <g transform={`translate(${x} ${y})${rotation}${scale}`}>{children}</g>;
}

/** The path of a circle. */
export const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;

/** The path of a rectangle with round corners. */
export const box = (x: number, y: number, width: number, height: number, r: number) =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}Z`;

/** The path of lines of text, as bars with round ends below each other. */
export const bars = (x: number, y: number, widths: readonly number[], height = 5, gap = 6) =>
  widths.map((width, index) => box(x, y + index * (height + gap), width, height, height / 2)).join('');
