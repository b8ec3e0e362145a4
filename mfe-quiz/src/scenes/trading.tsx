import { HoldingHand } from '@funnel/ui/art/holding-hand';
import { Candles, type Candle } from '@funnel/ui/art/candles';
import { Phone } from '@funnel/ui/art/phone';
import { Backdrop } from '@funnel/ui/art/ground';
import { Plant } from '@funnel/ui/art/plant';
import { PointingHand } from '@funnel/ui/art/hands';
import { Person } from '@funnel/ui/art/person';
import { Bubble, Card } from '@funnel/ui/art/product';
import { box, disc, Limb, Placed, Shape } from '@funnel/ui/art/shapes';
import { Bell, Umbrella } from '@funnel/ui/art/things';

const spike: readonly Candle[] = [
  [24, 10, false],
  [26, 14],
  [30, 18, false],
  [84, 24],
];

/** Fear of missing out: a phone that reports a price which rises. */
export const Alerts = () => (
  <>
    <Backdrop />
    <HoldingHand x={160} y={148} size={0.92}>
      <Phone>
        <Candles x={6} y={104} step={14} candles={spike} />
      </Phone>
    </HoldingHand>
    <Bell x={74} y={74} turn={-12} size={1.2} />
    <Bubble x={216} y={28} width={70} height={40} lines={[42, 26]} />
    <Shape tone="accent" d={disc(284, 30, 9)} />
  </>
);

const lessons: readonly Candle[] = [
  [26, 8],
  [34, 18, false],
  [46, 20],
  [40, 26, false],
  [62, 34],
  [72, 50],
];

/** Knowledge: a person before a chart. */
export const Knowledge = () => (
  <>
    <Limb tone="brand" width={7} d="M170 120L158 166M252 120L264 166" />
    <Card x={138} y={22} width={148} height={108}>
      <Candles x={26} y={92} candles={lessons} step={18} width={11} />
    </Card>
    <Person x={76} y={184} size={1.18} hair="long" top="accent" mood="happy" reach={[50, -60]} />
    <Limb tone="accent" width={5} d="M136 108L200 70" />
  </>
);

/** Fears: falling prices as rain, and an umbrella. */
export const Rain = () => (
  <>
    <Backdrop y={92} r={84} />
    <Candles
      x={26}
      y={104}
      step={26}
      candles={[
        [34, 10, false],
        [66, 44],
        [20, -6, false],
      ]}
      falling="brand"
      rising="soft"
    />
    <Candles
      x={256}
      y={104}
      step={38}
      candles={[
        [-6, -28, false],
        [62, 36, false],
      ]}
      falling="brand"
    />
    <Umbrella x={196} y={188} size={1.1} />
    <Person x={152} y={188} size={1.02} hair="curls" mood="worried" reach={[43, -50]} />
    <Shape tone="paper" d={disc(196, 138, 9)} />
  </>
);

/** Interests: a hand that chooses one of three cards. */
export const Interests = () => (
  <>
    <Backdrop y={92} r={84} />
    <Card x={34} y={44} width={76} height={92}>
      <Shape tone="brand" d={disc(38, 46, 26)} />
      <Shape tone="paper" d={disc(38, 46, 19)} />
      <Limb tone="accent" width={5} d="M38 34V46L46 51" />
    </Card>
    <Card x={210} y={44} width={76} height={92}>
      <Shape tone="brand" d={box(35, 26, 6, 42, 3) + box(24, 64, 28, 6, 3)} />
      <Limb tone="brand" width={5} d="M16 36L60 28" />
      <Shape
        tone="accent"
        d="M8 44H28C28 52 24 56 18 56S8 52 8 44ZM48 36H68C68 44 64 48 58 48S48 44 48 36Z"
      />
    </Card>
    <Shape tone="brand" d={box(116, 18, 88, 116, 14)} />
    <Shape tone="soft" d={box(136, 76, 48, 20, 7)} />
    <Shape tone="paper" d={box(136, 54, 48, 20, 7)} />
    <Shape tone="accent" d={box(136, 32, 48, 20, 7)} />
    <PointingHand x={170} y={98} sleeve="accent" />
  </>
);

/** Companies: their buildings in a street. */
export const Companies = () => (
  <>
    <Backdrop y={104} r={90} />
    <Shape tone="paper" d={box(52, 62, 58, 102, 8)} />
    <Shape tone="soft" d={[78, 98, 118].map((y) => box(62, y, 14, 10, 3) + box(86, y, 14, 10, 3)).join('')} />
    <Shape tone="brand" d={`${box(118, 22, 64, 142, 10)}${box(146, 8, 8, 20, 4)}`} />
    <Shape tone="accent" d={box(130, 38, 14, 14, 4) + box(156, 62, 14, 14, 4) + box(130, 110, 14, 14, 4)} />
    <Shape
      tone="soft"
      d={
        box(156, 38, 14, 14, 4) +
        box(130, 62, 14, 14, 4) +
        box(130, 86, 14, 14, 4) +
        box(156, 86, 14, 14, 4) +
        box(156, 110, 14, 14, 4)
      }
    />
    <Shape tone="paper" d={box(140, 136, 20, 28, 5)} />
    <Placed x={236} y={162}>
      <Shape tone="paper" d={box(-42, -66, 84, 68, 8)} />
      <Shape tone="brand" d={box(-30, -36, 24, 38, 4)} />
      <Shape tone="soft" d={box(4, -36, 28, 22, 5)} />
      <Shape
        tone="accent"
        d="M-44-76H44L50-52C50-46 39-46 38-52C37-46 26-46 25-52C24-46 14-46 13-52C12-46 1-46 0-52C-1-46-12-46-13-52C-14-46-24-46-25-52C-26-46-37-46-38-52C-39-46-50-46-50-52Z"
      />
    </Placed>
    <Plant x={30} y={162} size={0.75} pot="accent" />
  </>
);
