import type { ReactNode } from 'react';

import { box, Placed, Shape, type Placement } from './shapes.tsx';

interface PhoneProps extends Placement {
  /** What its screen shows, in a field of 64 × 116 whose origin is at its upper left corner. */
  readonly children?: ReactNode;
}

/** A phone, 76 × 138. The origin is in the middle of its lower edge. */
export const Phone = ({ children, ...placement }: PhoneProps) => (
  <Placed {...placement}>
    <Shape tone="brand" d={box(-38, -138, 76, 138, 13)} />
    <Shape tone="paper" d={box(-32, -132, 64, 126, 8)} />
    <Shape tone="brand" d={box(-12, -132, 24, 6, 3)} />
    <Placed x={-32} y={-124}>
      {children}
    </Placed>
  </Placed>
);
