import { box, Limb, Placed, Shape, type Placement, type Tone } from './shapes.tsx';

interface HandProps extends Placement {
  readonly sleeve?: Tone;
}

/** An open hand, palm up, that comes from the left. The origin is in the middle of the palm. */
export const OpenHand = ({ sleeve = 'brand', ...placement }: HandProps) => (
  <Placed {...placement}>
    <Limb tone="soft" width={10} d="M2-2C10-10 18-15 28-16" />
    <Limb tone="paper" width={24} d="M-52 8H2" />
    <Limb tone="paper" width={12} d="M0 4C20 4 34 4 52-2M-6 13C16 15 30 12 44 7" />
    <Limb tone={sleeve} width={38} d="M-150 22L-58 9" />
    <Limb tone="paper" width={10} d="M-4 0C6-8 16-12 27-13" />
  </Placed>
);

/** A hand from below that points up. The origin is the tip of the finger. */
export const PointingHand = ({ sleeve = 'brand', ...placement }: HandProps) => (
  <Placed {...placement}>
    <Shape tone="paper" d={box(-7, 0, 14, 50, 7) + box(-7, 34, 46, 40, 15)} />
    <Shape tone="soft" d={box(10, 33, 3, 15, 1.5) + box(21, 34, 3, 14, 1.5)} />
    <Limb tone="paper" width={13} d="M0 62C-10 58-14 52-18 42" />
    <Shape tone={sleeve} d={box(-4, 70, 44, 90, 10)} />
  </Placed>
);
