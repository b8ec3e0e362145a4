import { box, disc, Placed, Shape, type Placement } from './shapes.tsx';

/** A month of four weeks, 100 × 96, with the days that are done. */
export function Calendar({ done, ...placement }: Placement & { readonly done: number }) {
  const days = (from: number, to: number) =>
    Array.from({ length: 28 }, (_, day) => day)
      .slice(from, to)
      .map((day) => disc(-36 + 12 * (day % 7), -56 + 14 * Math.floor(day / 7), 4))
      .join('');
  return (
    <Placed {...placement}>
      <Shape tone="brand" d={box(-50, -96, 100, 60, 12)} />
      <Shape tone="paper" d="M-50-70H50V-12C50-5 45 0 38 0H-38C-45 0-50-5-50-12Z" />
      <Shape tone="accent" d={box(-30, -104, 8, 18, 4) + box(22, -104, 8, 18, 4)} />
      <Shape tone="brand" d={days(0, done)} />
      <Shape tone="accent" d={days(done, done + 1)} />
      <Shape tone="soft" d={days(done + 1, 28)} />
    </Placed>
  );
}
