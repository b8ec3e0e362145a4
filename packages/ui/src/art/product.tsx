import type { ReactNode } from 'react';

import { bars, box, disc, Placed, Shape, type Placement, type Tone } from './shapes.tsx';

interface CardProps extends Placement {
  readonly width?: number;
  readonly height?: number;
  readonly children?: ReactNode;
}

/** A white card with an edge in the shade. The origin is its upper left corner. */
export const Card = ({ width = 104, height = 68, children, ...placement }: CardProps) => (
  <Placed {...placement}>
    <Shape tone="soft" d={box(0, 5, width, height, 12)} />
    <Shape tone="paper" d={box(0, 0, width, height, 12)} />
    {children}
  </Placed>
);

/** A lesson: a picture to play, a title, and lines of text. */
export const LessonCard = ({ done = false, ...placement }: Placement & { readonly done?: boolean }) => (
  <Card {...placement}>
    <Shape tone={done ? 'brand' : 'accent'} d={box(12, 12, 28, 28, 9)} />
    {done ? (
      <Check x={26} y={26} size={0.8} tone="paper" />
    ) : (
      <Shape
        tone="paper"
        d="M22 20.5C22 19 23.5 18.500 25 19.300L32 24C33.500 25 33.500 27 32 28L25 32.700C23.500 33.500 22 33 22 31.500Z"
      />
    )}
    <Shape tone="brand" d={box(48, 16, 42, 7, 3.5)} />
    <Shape tone="soft" d={box(48, 29, 28, 6, 3) + box(12, 50, 80, 6, 3)} />
    <Shape tone="brand" d={box(12, 50, done ? 80 : 34, 6, 3)} />
  </Card>
);

interface BubbleProps extends Placement {
  readonly tone?: Tone;
  readonly width?: number;
  readonly height?: number;
  /** The widths of its lines of text. */
  readonly lines?: readonly number[];
  readonly children?: ReactNode;
}

/** A message, as of the coach. The origin is its upper left corner; it points down to the left. */
export const Bubble = ({
  tone = 'paper',
  width = 84,
  height = 48,
  lines = [],
  children,
  ...placement
}: BubbleProps) => (
  <Placed {...placement}>
    <Shape
      tone={tone}
      d={`${box(0, 0, width, height, 14)}M14 ${height - 8}L36 ${height - 6}L19 ${height + 12}C17 ${height + 14} 14 ${height + 13} 14 ${height + 10}Z`}
    />
    <Shape
      tone={tone === 'paper' ? 'brand' : 'paper'}
      d={bars(14, (height - lines.length * 11 + 6) / 2, lines)}
    />
    {children}
  </Placed>
);

/** A check mark, 20 wide, around the origin. */
export const Check = ({ tone = 'brand', ...placement }: Placement & { readonly tone?: Tone }) => (
  <Placed {...placement}>
    <Shape
      tone={tone}
      d="M-10.500 0.500C-12-1-9-4-7.500-2.500L-3 2L7-8C8.500-9.500 11.500-6.500 10-5L-1 6.500C-2.500 8-3.500 8-5 6.500Z"
    />
  </Placed>
);

/** A check mark on a round seal. */
export const Seal = ({ tone = 'brand', ...placement }: Placement & { readonly tone?: Tone }) => (
  <Placed {...placement}>
    <Shape tone={tone} d={disc(0, 0, 20)} />
    <Check tone={tone === 'brand' ? 'paper' : 'brand'} />
  </Placed>
);
