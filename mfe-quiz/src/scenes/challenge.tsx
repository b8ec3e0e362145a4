import { HoldingHand } from '@funnel/ui/art/holding-hand';
import { Candles } from '@funnel/ui/art/candles';
import { Phone } from '@funnel/ui/art/phone';
import { Calendar } from '@funnel/ui/art/calendar';
import { Backdrop } from '@funnel/ui/art/ground';
import { Plant } from '@funnel/ui/art/plant';
import { box, Shape } from '@funnel/ui/art/shapes';

/** Home: 28 days on a calendar, and a chart on a phone in a hand. */
export const Challenge = () => (
  <>
    <Backdrop x={168} />
    <Plant x={46} y={162} pot="accent" />
    <Calendar x={116} y={164} size={1.15} done={9} />
    <HoldingHand x={226} y={148} size={0.92}>
      <Phone>
        <Candles
          x={6}
          y={84}
          step={14}
          width={9}
          candles={[
            [22, 4, false],
            [36, 14],
            [32, 18, false],
            [60, 26],
          ]}
        />
        <Shape tone="brand" d={box(6, 100, 52, 12, 6)} />
      </Phone>
    </HoldingHand>
  </>
);
