import type { ReactNode } from 'react';

import { box, Limb, Placed, Shape, type Placement } from './shapes.tsx';

interface HoldingHandProps extends Placement {
  /** The phone, whose lower edge is at the origin. */
  readonly children: ReactNode;
}

/** A phone in a hand from below, seen from the front: the fingers lie around its right edge, the thumb on its left one. */
export const HoldingHand = ({ children, ...placement }: HoldingHandProps) => (
  <Placed {...placement}>
    <Shape
      tone="soft"
      d="M-38-46C-56-36-56-8-36 6C-30 10-28 14-28 20H30C30 12 40 4 44-8C48-22 48-34 46-44Z"
    />
    {children}
    <Limb tone="soft" width={15} d="M-44-20C-47-34-44-47-36-60" />
    <Shape
      tone="soft"
      d={
        box(31, -90, 18, 15, 7.5) +
        box(31, -74, 20, 15, 7.5) +
        box(31, -58, 20, 15, 7.5) +
        box(31, -42, 18, 15, 7.5)
      }
    />
    <Shape tone="brand" d="M-30 20H32L38 90H-36Z" />
    <Shape tone="accent" d={box(-34, 12, 70, 12, 6)} />
  </Placed>
);
