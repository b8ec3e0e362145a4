import { bars, box, disc, Limb, Placed, Shape, type Placement, type Tone } from './shapes.tsx';

// The origin of whatever stands is in the middle of its lower edge; of whatever floats, in its middle.

export const Coin = (placement: Placement) => (
  <Placed {...placement}>
    <Shape tone="brand" d={disc(0, 2.5, 15)} />
    <Shape tone="accent" d={disc(0, 0, 15)} />
    <Shape tone="paper" d={`${disc(0, 0, 10)}`} />
    <Shape tone="accent" d={box(-2.5, -6, 5, 12, 2.5)} />
  </Placed>
);

/** Coins upon each other, each 38 × 10. */
export const Coins = ({ count, ...placement }: Placement & { readonly count: number }) => (
  <Placed {...placement}>
    <Shape
      tone="accent"
      d={Array.from({ length: count }, (_, index) => box(-19, -10 - 12 * index, 38, 10, 5)).join('')}
    />
    <Shape
      tone="brand"
      d={Array.from({ length: count }, (_, index) => box(2, -7 - 12 * index, 10, 4, 2)).join('')}
    />
  </Placed>
);

/** A clock, 100 wide. The wedge is the time to spend, in minutes. */
export const Clock = ({ feet = false, ...placement }: Placement & { readonly feet?: boolean }) => (
  <Placed {...placement}>
    {feet && <Limb tone="brand" width={10} d="M-30 40L-38 54M30 40L38 54" />}
    {feet && <Shape tone="accent" d="M-46-34A22 22 0 0 1-14-54ZM46-34A22 22 0 0 0 14-54Z" />}
    <Shape tone="brand" d={disc(0, 0, 48)} />
    <Shape tone="paper" d={disc(0, 0, 38)} />
    <Shape tone="accent" d="M0 0V-31A31 31 0 0 1 27 15.500Z" />
    <Shape tone="soft" d={disc(0, 31, 3) + disc(-31, 0, 3) + disc(0, -31, 3) + disc(31, 0, 3)} />
    <Limb tone="brand" width={5} d="M0-24V0L18 10" />
  </Placed>
);

export const House = (placement: Placement) => (
  <Placed {...placement}>
    <Shape tone="soft" d="M-32 0V-44H32V0Z" />
    <Shape tone="brand" d="M-42-40C-45-42-44-45-42-47L-4-76C-1-78 1-78 4-76L42-47C44-45 45-42 42-40Z" />
    <Shape tone="accent" d="M-20 0V-22C-20-27-17-30-12-30S-4-27-4-22V0Z" />
    <Shape tone="brand" d={box(13, -30, 12, 12, 3)} />
  </Placed>
);

export const Cloud = ({ tone = 'paper', ...placement }: Placement & { readonly tone?: Tone }) => (
  <Placed {...placement}>
    <Shape
      tone={tone}
      d={disc(-14, -4, 13) + disc(4, -10, 17) + disc(22, -2, 11) + box(-27, -8, 60, 17, 8.5)}
    />
  </Placed>
);

export const Document = ({
  lines = [40, 52, 46, 52],
  ...placement
}: Placement & { readonly lines?: readonly number[] }) => (
  <Placed {...placement}>
    <Shape tone="soft" d={box(-36, -91, 76, 96, 10)} />
    <Shape tone="paper" d={box(-40, -96, 76, 96, 10)} />
    <Shape tone="brand" d={box(-28, -84, 34, 8, 4)} />
    <Shape tone="soft" d={bars(-28, -66, lines, 6, 8)} />
  </Placed>
);

export const Bulb = (placement: Placement) => (
  <Placed {...placement}>
    <Shape tone="accent" d="M-12-20C-12-30-26-36-26-54A26 26 0 0 1 26-54C26-36 12-30 12-20Z" />
    <Shape tone="paper" d="M-16-54A16 16 0 0 1-4-68C-1-69 0-65-3-64A11 11 0 0 0-11-54C-11-51-16-51-16-54Z" />
    <Shape tone="brand" d={box(-12, -18, 24, 7, 3.5) + box(-9, -9, 18, 7, 3.5)} />
  </Placed>
);

/** A magnifier whose glass is around the origin. */
export const Magnifier = (placement: Placement) => (
  <Placed {...placement}>
    <Limb tone="brand" width={12} d="M26 26L46 46" />
    <Shape tone="brand" d={`${disc(0, 0, 32)}M-24 0a24 24 0 1 0 48 0a24 24 0 1 0-48 0Z`} />
  </Placed>
);

export const Bell = (placement: Placement) => (
  <Placed {...placement}>
    <Shape tone="brand" d={disc(0, 18, 7)} />
    <Shape
      tone="accent"
      d="M0-26C4-26 6-24 6-20C16-17 20-8 20 2V8L26 14C28 17 27 19 24 19H-24C-27 19-28 17-26 14L-20 8V2C-20-8-16-17-6-20C-6-24-4-26 0-26Z"
    />
  </Placed>
);

export const Flag = ({ height = 70, ...placement }: Placement & { readonly height?: number }) => (
  <Placed {...placement}>
    <Shape tone="brand" d={box(-2.5, -height, 5, height, 2.5)} />
    <Shape
      tone="accent"
      d={`M2 ${4 - height}H38C41 ${4 - height} 42 ${7 - height} 40 ${9 - height}L33 ${18 - height}L40 ${27 - height}C42 ${29 - height} 41 ${32 - height} 38 ${32 - height}H2Z`}
    />
  </Placed>
);

/** An umbrella that stands, 140 high. */
export const Umbrella = (placement: Placement) => (
  <Placed {...placement}>
    <Shape tone="brand" d={box(-3, -130, 6, 130, 3)} />
    <Shape
      tone="paper"
      d="M-82-78C-78-116-44-138 0-138S78-116 82-78C70-86 56-86 41-78C28-86 14-86 0-78C-14-86-28-86-41-78C-56-86-70-86-82-78Z"
    />
    <Shape
      tone="accent"
      d="M-41-78C-38-110-22-132 0-138C22-132 38-110 41-78C28-86 14-86 0-78C-14-86-28-86-41-78Z"
    />
  </Placed>
);
