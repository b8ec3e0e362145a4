import type { ReactNode } from 'react';

import { box, Limb, Placed, Shape, type Placement, type Tone } from './shapes.tsx';

interface HeldPhoneProps extends Placement {
  readonly sleeve?: Tone;
  /** The phone, whose lower edge is at the origin. */
  readonly children: ReactNode;
}

/** A phone in a hand, seen from the front. */
export const HoldingHand = ({ sleeve = 'brand', children, ...placement }: HeldPhoneProps) => (
  <Placed {...placement}>
    <Shape tone={sleeve} d="M-26 40L-22 8C-20-2 30-2 34 8L42 80H-34Z" />
    <Shape tone="paper" d="M-30-46C-34-10-24 14-16 18H28C40 0 42-14 42-50Z" />
    {children}
    <Limb tone="soft" width={19} d="M-34-24C-32-32-30-42-25-52" />
    <Limb tone="paper" width={15} d="M-40-22C-36-32-34-42-28-54" />
    <Shape
      tone="paper"
      d={box(30, -70, 22, 13, 6.5) + box(31, -54, 22, 13, 6.5) + box(30, -38, 21, 13, 6.5)}
    />
  </Placed>
);
