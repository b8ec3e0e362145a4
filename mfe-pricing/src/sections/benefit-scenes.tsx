import { Calendar } from '@funnel/ui/art/calendar';
import { Candles } from '@funnel/ui/art/candles';
import { Bubble, Card, Check, LessonCard } from '@funnel/ui/art/product';
import { disc, Limb, Placed, Shape } from '@funnel/ui/art/shapes';
import { ArtStage } from '@funnel/ui/art/stage';
import { Flag } from '@funnel/ui/art/things';
import type { ReactNode } from 'react';

import type { BenefitScene } from '../content/en.ts';

/** A small drawing of each benefit. */
export const benefitScenes: Readonly<Record<BenefitScene, ReactNode>> = {
  lessons: (
    <ArtStage>
      <LessonCard x={40} y={26} size={1.25} done />
      <LessonCard x={128} y={66} size={1.45} />
    </ArtStage>
  ),
  questions: (
    <ArtStage>
      <Bubble x={66} y={22} width={104} height={92}>
        <Placed x={4} y={-4} size={1.5}>
          <Limb tone="brand" width={7} d="M23 23C23 12 41 12 41 23C41 31 32 30 32 37" />
          <Shape tone="brand" d={disc(32, 49, 4.5)} />
        </Placed>
      </Bubble>
      <Placed x={270} y={76} mirrored>
        <Bubble tone="accent" width={86} height={66}>
          <Check x={43} y={34} size={1.9} />
        </Bubble>
      </Placed>
    </ArtStage>
  ),
  simulator: (
    <ArtStage>
      <Card x={58} y={18} width={204} height={144}>
        <Candles
          x={26}
          y={122}
          step={28}
          width={17}
          candles={[
            [36, 10],
            [52, 26],
            [46, 22, false],
            [72, 34],
            [66, 44, false],
            [96, 52],
          ]}
        />
      </Card>
    </ArtStage>
  ),
  challenges: (
    <ArtStage>
      <Calendar x={128} y={160} size={1.25} done={9} />
      <Flag x={224} y={162} height={124} />
    </ArtStage>
  ),
};
