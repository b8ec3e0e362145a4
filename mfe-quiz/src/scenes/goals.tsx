import { Backdrop } from '@funnel/ui/art/ground';
import { Plant } from '@funnel/ui/art/plant';
import { Person } from '@funnel/ui/art/person';
import { box, disc, Limb, Placed, Shape } from '@funnel/ui/art/shapes';
import { Coin, Coins, Flag, House } from '@funnel/ui/art/things';

/** Income goal: a person beside stacks of coins, the highest with a flag. */
export const IncomeGoal = () => (
  <>
    <Backdrop x={220} y={100} r={80} />
    <Flag x={266} y={80} height={56} />
    <Coins x={174} y={164} size={1.05} count={2} />
    <Coins x={220} y={164} size={1.05} count={4} />
    <Coins x={266} y={164} size={1.05} count={7} />
    <Person x={84} y={184} size={1.2} beard mood="happy" reach={[66, -62]} />
    <Coin x={168} y={100} size={0.9} />
  </>
);

/** Use of the income: a piggy bank, a coin above it, and a plant that has grown. */
export const Savings = () => (
  <>
    <Backdrop x={150} />
    <Limb tone="brand" width={16} d="M120 142V158M184 142V158" />
    <Limb tone="brand" width={5} d="M206 96C216 94 218 84 212 82" />
    <Shape
      tone="paper"
      d="M96 96C96 70 122 62 152 62C186 62 208 80 208 106C208 134 184 146 152 146C128 146 112 140 104 126L88 122C84 121 83 118 83 115V104C83 100 85 98 88 98Z"
    />
    <Shape
      tone="soft"
      d="M200 82C205 88 208 97 208 106C208 134 184 146 152 146C130 146 116 141 107 131C118 137 130 138 142 138C178 138 202 120 200 82Z"
    />
    <Shape tone="brand" d={`${box(138, 66, 34, 6, 3)}${disc(112, 94, 4)}`} />
    <Shape tone="soft" d="M118 68C116 58 120 52 128 50C134 56 136 62 134 68Z" />
    <Coin x={155} y={36} size={1.1} />
    <Plant x={260} y={162} size={1.15} pot="accent" />
    <Coins x={48} y={162} count={2} />
  </>
);

/** A special goal: a person who dreams of a house and of rings. */
export const Dream = () => (
  <>
    <Shape tone="paper" d={disc(148, 66, 7) + disc(138, 84, 5)} />
    <Shape
      tone="paper"
      d={disc(196, 66, 36) + disc(232, 50, 40) + disc(272, 66, 34) + box(166, 62, 138, 46, 23)}
    />
    <House x={212} y={100} size={0.85} />
    <Placed x={272} y={64}>
      <Shape tone="accent" d={`${disc(-7, 12, 14)}M-16 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z`} />
      <Shape tone="brand" d={`${disc(9, 12, 14)}M0 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z`} />
      <Shape tone="soft" d="M-12-12H-2L1-8L-7 0L-15-8Z" />
    </Placed>
    <Person x={90} y={184} size={1.2} hair="curls" mood="happy" />
  </>
);
