import { Backdrop } from '@funnel/ui/art/ground';
import { Plant } from '@funnel/ui/art/plant';
import { OpenHand } from '@funnel/ui/art/hands';
import { Person } from '@funnel/ui/art/person';
import { bars, box, disc, Limb, Placed, Shape } from '@funnel/ui/art/shapes';
import { Cloud, Coin, Coins, Umbrella } from '@funnel/ui/art/things';

/** Age: four people, from young to old. */
export const Ages = () => (
  <>
    <Backdrop y={110} r={92} />
    <Person x={58} y={180} size={0.9} hair="cap" top="accent" mood="happy" />
    <Person x={262} y={180} size={0.9} hair="thin" hairTone="soft" top="accent" glasses mood="happy" />
    <Person x={122} y={182} size={1.06} hair="bob" top="paper" mood="happy" />
    <Person x={198} y={182} size={1.06} beard mood="happy" />
  </>
);

/** The statistic about learners: people of any experience. */
export const Learners = () => (
  <>
    <Backdrop y={104} r={92} />
    <Person x={108} y={162} size={0.92} hair="curls" skin="soft" top="paper" mood="happy" />
    <Person x={212} y={162} size={0.92} hair="bun" top="accent" />
    <Person x={66} y={186} size={1} hair="long" hairTone="accent" mood="happy" />
    <Person x={254} y={186} size={1} hair="thin" hairTone="brand" top="paper" glasses />
    <Person x={160} y={190} size={1.12} hair="short" top="brand" beard mood="happy" />
  </>
);

/** Source of income: a hand that is paid, and a briefcase. */
export const Income = () => (
  <>
    <Backdrop x={146} />
    <Placed x={248} y={162}>
      <Shape
        tone="brand"
        d={`${box(-22, -84, 44, 30, 9)}M-14-66V-74C-14-76-13-77-11-77H11C13-77 14-76 14-74V-66Z`}
      />
      <Shape tone="brand" d={box(-50, -70, 100, 70, 12)} />
      <Shape tone="soft" d={box(-50, -42, 100, 5, 1)} />
      <Shape tone="accent" d={box(-9, -49, 18, 19, 6)} />
    </Placed>
    <OpenHand x={116} y={126} />
    <Coin x={132} y={96} />
    <Coin x={112} y={62} />
    <Coin x={148} y={34} />
  </>
);

/** Financial situation: a person who weighs income against bills. */
export const Situation = () => (
  <>
    <Backdrop x={226} y={92} r={74} />
    <Person x={86} y={182} size={1.2} hair="bun" top="accent" />
    <Placed x={226} y={162}>
      <Shape tone="brand" d={box(-4, -112, 8, 108, 4) + box(-34, -10, 68, 10, 5) + disc(0, -114, 8)} />
      <Limb tone="brand" width={6} d="M-56-94L56-110" />
      <Limb tone="paper" width={3} d="M-56-92L-80-58M-56-92L-32-58M56-108L80-74M56-108L32-74" />
      <Coins x={-56} y={-58} size={0.8} count={2} />
      <Shape tone="paper" d={box(42, -96, 28, 24, 5)} />
      <Shape tone="soft" d={bars(48, -90, [16, 10], 4, 4)} />
      <Shape
        tone="brand"
        d="M-84-60H-28C-28-46-40-38-56-38S-84-46-84-60ZM28-76H84C84-62 72-54 56-54S28-62 28-76Z"
      />
    </Placed>
  </>
);

/** Retirement: a deck chair under an umbrella. */
export const Retirement = () => (
  <>
    <Shape tone="accent" d={disc(266, 46, 22)} />
    <Cloud x={288} y={74} size={0.85} />
    <Umbrella x={138} y={162} />
    <Placed x={20}>
      <Limb tone="brand" width={7} d="M174 166L202 138M250 166L226 138" />
      <Limb tone="soft" width={15} d="M158 104L192 142L220 138L256 146" />
      <Limb tone="paper" width={13} d="M196 132L224 116L244 138" />
      <Limb tone="brand" width={25} d="M170 110L190 132" />
      <Limb tone="paper" width={9} d="M170 108L178 128L196 122" />
      <Shape tone="paper" d={disc(157, 90, 15)} />
      <Shape
        tone="brand"
        d="M141 92C139 74 156 69 168 76C174 80 174 84 170 85C160 80 148 82 146 96C143 97 141 96 141 92Z"
      />
      <Shape tone="brand" d={disc(166, 92, 2)} />
      <Limb tone="brand" width={2} d="M162 98C165 100 168 99 169 97" />
    </Placed>
    <Plant x={298} y={162} size={0.7} />
  </>
);

/** Confidence in the future: a person before a road that goes to the sun. */
export const Road = () => (
  <>
    <Shape tone="accent" d={disc(222, 92, 40)} />
    <Shape
      tone="paper"
      d="M-300 160L-40 110C20 96 60 130 120 132C170 134 200 100 260 104C300 106 340 90 620 140V160Z"
    />
    <Shape tone="soft" d="M-300 160C-40 130 60 138 160 140S400 120 620 160V200H-300Z" />
    <Shape
      tone="brand"
      d="M156 180H318C290 166 238 160 226 150C218 143 234 138 238 132H228C208 140 192 144 196 153C198 163 174 172 156 180Z"
    />
    <Shape
      tone="paper"
      d="M230 180H244C236 172 224 166 216 160H212C216 166 224 172 230 180ZM208 153C207 149 211 145 217 142H220C215 146 211 149 212 153Z"
    />
    <Person x={88} y={184} size={1.15} mood="calm" />
  </>
);

/** The statistic about worries: a ring that is filled to more than three quarters. */
export const Worry = () => (
  <>
    <Limb tone="soft" width={16} d="M94 92A66 66 0 0 1 160 26" />
    <Limb tone="brand" width={16} d="M160 26A66 66 0 1 1 95.100 80.600" />
    <Person x={160} y={180} size={0.98} hair="bun" top="accent" mood="worried" />
    <Cloud x={52} y={58} />
    <Cloud x={270} y={104} size={0.85} />
  </>
);
