import { Phone } from './art/phone.tsx';
import { Backdrop } from './art/ground.tsx';
import { Plant } from './art/plant.tsx';
import { Bubble, Card, Seal } from './art/product.tsx';
import { bars, box, disc, Limb, Placed, Shape } from './art/shapes.tsx';
import { ArtStage } from './art/stage.tsx';
import { Clock, Cloud, Document, Magnifier } from './art/things.tsx';

/** For a list without entries: a blank card under a magnifier. */
export const EmptyArt = () => (
  <ArtStage>
    <Backdrop />
    <Plant x={66} y={162} size={0.9} />
    <Card x={104} y={50} width={112} height={106}>
      <Shape tone="soft" d={bars(16, 20, [48, 80, 64], 8, 12)} />
    </Card>
    <Magnifier x={212} y={102} />
  </ArtStage>
);

/** For a path that nothing owns: a signpost. */
export const NotFoundArt = () => (
  <ArtStage>
    <Backdrop />
    <Cloud x={66} y={54} />
    <Cloud x={258} y={76} size={0.8} />
    <Plant x={232} y={162} size={0.8} pot="accent" />
    <Shape tone="brand" d={box(155, 26, 10, 138, 5)} />
    <Shape
      tone="accent"
      d="M118 40H206C209 40 211 41 213 43L225 56C227 58 227 60 225 62L213 75C211 77 209 78 206 78H118C114 78 112 76 112 72V46C112 42 114 40 118 40Z"
    />
    <Shape
      tone="paper"
      d="M198 86H116C113 86 111 87 109 89L98 101C96 103 96 105 98 107L109 119C111 121 113 122 116 122H198C202 122 204 120 204 116V92C204 88 202 86 198 86Z"
    />
    <Shape tone="brand" d={box(128, 55, 60, 8, 4)} />
    <Shape tone="soft" d={box(122, 100, 64, 8, 4)} />
  </ArtStage>
);

/** For a part that could not be loaded: a plug beside its socket. */
export const RemoteErrorArt = () => (
  <ArtStage>
    <Backdrop />
    <Limb tone="brand" width={9} d="M-300 128H40C84 128 62 92 104 92" />
    <Shape tone="brand" d={box(100, 66, 42, 52, 14)} />
    <Shape tone="paper" d={box(136, 78, 20, 8, 4) + box(136, 98, 20, 8, 4)} />
    <Shape tone="accent" d={box(178, 56, 50, 72, 16)} />
    <Shape tone="brand" d={box(184, 78, 14, 8, 4) + box(184, 98, 14, 8, 4)} />
    <Limb tone="accent" width={9} d="M226 92C262 92 246 128 282 128H620" />
    <Shape tone="paper" d={box(160, 46, 7, 18, 3.5) + box(160, 120, 7, 18, 3.5)} />
  </ArtStage>
);

/** For an error of the whole app: a phone with a sad face and a plaster. */
export const FatalErrorArt = () => (
  <ArtStage>
    <Backdrop />
    <Cloud x={70} y={60} />
    <Plant x={246} y={162} size={0.9} />
    <Placed x={160} y={164} turn={-6}>
      <Phone>
        <Shape tone="brand" d={disc(21, 48, 5) + disc(43, 48, 5)} />
        <Shape
          tone="brand"
          d="M18 76C23 66 41 66 46 76C48 80 44 82 42 79C37 73 27 73 22 79C20 82 16 80 18 76Z"
        />
      </Phone>
      <Placed x={26} y={-124} turn={38}>
        <Shape tone="accent" d={box(-26, -8, 52, 16, 8)} />
        <Shape tone="paper" d={disc(-4, -2, 1.8) + disc(4, -2, 1.8) + disc(-4, 3, 1.8) + disc(4, 3, 1.8)} />
      </Placed>
    </Placed>
  </ArtStage>
);

/** For what has succeeded: a receipt with a seal. */
export const SuccessArt = () => (
  <ArtStage>
    <Backdrop />
    <Shape
      tone="accent"
      d={
        disc(76, 70, 6) +
        box(96, 34, 8, 16, 4) +
        disc(250, 48, 7) +
        box(222, 24, 16, 8, 4) +
        box(258, 96, 8, 16, 4)
      }
    />
    <Shape
      tone="brand"
      d={box(66, 104, 16, 8, 4) + disc(98, 66, 5) + disc(228, 78, 5) + box(118, 18, 8, 14, 4)}
    />
    <Document x={160} y={164} size={1.25} />
    <Seal x={196} y={130} size={1.5} tone="accent" />
  </ArtStage>
);

/** For a payment that is being confirmed: a receipt with a clock. */
export const PendingPaymentArt = () => (
  <ArtStage>
    <Backdrop />
    <Plant x={76} y={162} size={0.9} />
    <Document x={156} y={164} size={1.25} />
    <Clock x={206} y={122} size={0.72} />
  </ArtStage>
);

/** For a payment that cannot be asked about at the moment: a receipt under a cloud that is cut off. */
export const UnreachableArt = () => (
  <ArtStage>
    <Backdrop />
    <Plant x={70} y={162} size={0.8} />
    <Document x={144} y={164} size={1.25} />
    <Cloud x={226} y={60} size={1.3} />
    <Limb tone="accent" width={7} d="M228 86L214 104H230L216 124" />
  </ArtStage>
);

/** For a payment that has ended without a charge: a bank card with a cross. */
export const UnpaidArt = () => (
  <ArtStage>
    <Backdrop />
    <Plant x={62} y={162} size={0.8} />
    <Placed x={86} y={58} turn={-6}>
      <Shape tone="brand" d={box(0, 0, 142, 90, 12)} />
      <Shape tone="soft" d={box(0, 18, 142, 16, 0)} />
      <Shape tone="accent" d={box(14, 46, 28, 20, 5)} />
      <Shape tone="paper" d={box(14, 74, 46, 6, 3) + box(68, 74, 24, 6, 3)} />
    </Placed>
    <Placed x={222} y={122}>
      <Shape tone="accent" d={disc(0, 0, 26)} />
      <Limb tone="brand" width={7} d="M-9-9L9 9M9-9L-9 9" />
    </Placed>
  </ArtStage>
);

/** For a payment that nobody knows: a receipt with a question. */
export const UnknownPaymentArt = () => (
  <ArtStage>
    <Backdrop />
    <Plant x={70} y={162} size={0.8} />
    <Document x={148} y={164} size={1.25} />
    <Bubble tone="accent" x={180} y={32} width={64} height={60}>
      <Limb tone="brand" width={7} d="M23 23C23 12 41 12 41 23C41 31 32 30 32 37" />
      <Shape tone="brand" d={disc(32, 47, 4)} />
    </Bubble>
  </ArtStage>
);
