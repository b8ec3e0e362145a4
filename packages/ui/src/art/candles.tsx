import { box, Placed, Shape, type Placement, type Tone } from './shapes.tsx';

/** A candle: the upper and lower edge of its body, and whether the price rises. */
export type Candle = readonly [top: number, bottom: number, rises?: boolean];

interface CandlesProps extends Placement {
  readonly candles: readonly Candle[];
  readonly step?: number;
  readonly width?: number;
  readonly falling?: Tone;
  readonly rising?: Tone;
}

/** The candles of the simulator's chart. The origin is the lower left corner; heights count from there. */
export function Candles({
  candles,
  step = 16,
  width = 10,
  falling = 'soft',
  rising = 'brand',
  ...placement
}: CandlesProps) {
  const draw = (wanted: boolean) =>
    candles
      .map(([top, bottom, rises = true], index) => {
        if (rises !== wanted) return '';
        const x = index * step;
        return (
          box(x, -top, width, top - bottom, 3) + box(x + width / 2 - 1.5, -top - 7, 3, top - bottom + 14, 1.5)
        );
      })
      .join('');
  return (
    <Placed {...placement}>
      <Shape tone={falling} d={draw(false)} />
      <Shape tone={rising} d={draw(true)} />
    </Placed>
  );
}
