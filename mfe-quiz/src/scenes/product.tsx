import { Candles, type Candle } from '@funnel/ui/art/candles';
import { Phone } from '@funnel/ui/art/phone';
import { Backdrop } from '@funnel/ui/art/ground';
import { Calendar } from '@funnel/ui/art/calendar';
import { Plant } from '@funnel/ui/art/plant';
import { Bubble, Card, Check, LessonCard } from '@funnel/ui/art/product';
import { bars, box, disc, Limb, Placed, Shape } from '@funnel/ui/art/shapes';
import { Bulb, Clock, Document, Flag } from '@funnel/ui/art/things';
import { Person } from '@funnel/ui/art/person';

/** Tools: a box from which they look out. */
export const Toolbox = () => (
  <>
    <Backdrop y={96} r={84} />
    <Placed x={98} y={72} turn={-14} size={0.95}>
      <LessonCard x={-40} y={-30} />
    </Placed>
    <Bulb x={168} y={108} size={1.15} />
    <Placed x={226} y={146} turn={12} size={0.82}>
      <Phone>
        <Candles
          x={6}
          y={90}
          step={14}
          candles={[
            [40, 20],
            [34, 22, false],
            [60, 30],
            [76, 52],
          ]}
        />
      </Phone>
    </Placed>
    <Shape tone="brand" d={box(76, 104, 168, 62, 14)} />
    <Shape tone="soft" d={box(76, 122, 168, 6, 1)} />
    <Shape tone="accent" d={box(146, 114, 28, 22, 7)} />
  </>
);

const practice: readonly Candle[] = [
  [22, 6],
  [34, 16],
  [30, 16, false],
  [56, 26],
];

/** The best tools: the simulator, a lesson, and a message of the coach. */
export const Tools = () => (
  <>
    <Backdrop />
    <LessonCard x={26} y={74} done />
    <Phone x={166} y={166}>
      <Candles x={6} y={80} step={14} candles={practice} />
      <Shape tone="accent" d={box(6, 96, 24, 12, 6)} />
      <Shape tone="brand" d={box(34, 96, 24, 12, 6)} />
    </Phone>
    <Bubble x={214} y={38} tone="brand" width={84} height={52} lines={[56, 44, 30]} />
    <Bubble x={232} y={106} tone="accent" width={56} height={30} />
    <Shape tone="brand" d={disc(248, 121, 4) + disc(260, 121, 4) + disc(272, 121, 4)} />
  </>
);

/** From the fundamentals to strategies: lessons on stairs. */
export const Stairs = () => (
  <>
    <Backdrop y={92} r={84} />
    <Shape
      tone="brand"
      d="M38 180V140C38 135 41 132 46 132H118V108C118 103 121 100 126 100H198V76C198 71 201 68 206 68H280C285 68 288 71 288 76V180Z"
    />
    <Shape tone="paper" d={box(46, 140, 74, 6, 3) + box(126, 108, 74, 6, 3) + box(206, 76, 74, 6, 3)} />
    <Placed x={82} y={132}>
      <Shape tone="paper" d="M0-36C-10-44-24-45-34-43V-8C-24-10-10-9 0-2Z" />
      <Shape tone="accent" d="M0-36C10-44 24-45 34-43V-8C24-10 10-9 0-2Z" />
    </Placed>
    <Candles
      x={134}
      y={94}
      step={18}
      width={12}
      candles={[
        [20, 2],
        [30, 12, false],
        [48, 18],
      ]}
      falling="paper"
    />
    <Flag x={232} y={68} height={58} />
  </>
);

/** Readiness: a person beside the list of what is ready. */
export const Readiness = () => (
  <>
    <Backdrop y={100} r={86} />
    <Card x={184} y={34} width={98} height={118}>
      <Shape tone="brand" d={box(30, -8, 38, 16, 8)} />
      <Shape tone="brand" d={box(14, 22, 20, 20, 7) + box(14, 52, 20, 20, 7)} />
      <Check x={24} y={32} size={0.65} tone="paper" />
      <Check x={24} y={62} size={0.65} tone="paper" />
      <Shape tone="accent" d={box(14, 82, 20, 20, 7)} />
      <Shape tone="soft" d={box(42, 28, 42, 7, 3.5) + box(42, 58, 34, 7, 3.5) + box(42, 88, 40, 7, 3.5)} />
    </Card>
    <Person x={92} y={184} size={1.2} hair="cap" top="accent" mood="happy" reach={[68, -52]} />
    <Limb tone="brand" width={6} d="M178 116L196 126" />
  </>
);

/** Time a day: a person beside a clock. */
export const Time = () => (
  <>
    <Backdrop x={200} y={98} r={80} />
    <Clock x={212} y={104} size={1.08} feet />
    <Person x={90} y={184} size={1.18} hair="bun" top="accent" mood="happy" reach={[62, -70]} />
    <Plant x={290} y={162} size={0.75} />
  </>
);

/** The plan is written: a document, a pencil, and a calendar. */
export const Writing = () => (
  <>
    <Backdrop />
    <Calendar x={88} y={164} size={0.85} done={12} />
    <Document x={184} y={164} size={1.25} />
    <Placed x={214} y={112} turn={40}>
      <Shape tone="accent" d={box(-7, -78, 14, 62, 3)} />
      <Shape tone="brand" d={`M-7-18H7L2-3C1-1-1-1-2-3Z${box(-7, -82, 14, 14, 5)}`} />
    </Placed>
    <Plant x={276} y={162} size={0.8} pot="accent" />
  </>
);

/** The plan by email: an envelope that is open. */
export const Envelope = () => (
  <>
    <Backdrop />
    <Shape tone="brand" d="M92 84L152 40C157 36 163 36 168 40L228 84V100H92Z" />
    <Shape tone="paper" d={box(112, 26, 96, 110, 10)} />
    <Shape tone="brand" d={box(126, 42, 46, 9, 4.5)} />
    <Shape tone="accent" d={disc(190, 47, 9)} />
    <Shape tone="soft" d={bars(126, 60, [66, 56], 6, 8)} />
    <Shape tone="soft" d="M92 86L160 132L228 86V152C228 160 222 166 214 166H106C98 166 92 160 92 152Z" />
    <Shape
      tone="brand"
      d="M92 90L150 129C156 133 164 133 170 129L228 90V154C228 161 223 166 216 166H104C97 166 92 161 92 154Z"
    />
    <Shape
      tone="paper"
      d="M94 160L146 124C154 118 166 118 174 124L226 160C224 164 220 166 216 166H104C100 166 96 164 94 160Z"
    />
  </>
);
