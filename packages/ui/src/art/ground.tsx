import { disc, Shape } from './shapes.tsx';

/** The ground of the stage, at a height of 160. It continues beyond both edges of the drawing. */
export const Ground = () => <Shape tone="soft" d="M-600 160H920V200H-600Z" />;

/** A round field behind a scene, on which white parts stand out. */
export const Backdrop = ({
  x = 160,
  y = 96,
  r = 76,
}: {
  readonly x?: number;
  readonly y?: number;
  readonly r?: number;
}) => (
  <g opacity="0.45">
    <Shape tone="soft" d={disc(x, y, r)} />
  </g>
);
