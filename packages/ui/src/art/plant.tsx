import { Limb, Placed, Shape, type Placement, type Tone } from './shapes.tsx';

/** A plant in a pot, 76 high. */
export const Plant = ({ pot = 'paper', ...placement }: Placement & { readonly pot?: Tone }) => (
  <Placed {...placement}>
    <Limb tone="brand" width={4} d="M0-24V-58" />
    <Shape tone="brand" d="M0-44C-20-42-28-52-28-68C-10-68 0-60 0-44Z" />
    <Shape tone="soft" d="M0-52C18-50 28-62 28-80C10-80 0-70 0-52Z" />
    <Shape
      tone={pot}
      d="M-19-28H19C22-28 22-26 21.500-23L17-4C16-1 15 0 12 0H-12C-15 0-16-1-17-4L-21.500-23C-22-26-22-28-19-28Z"
    />
  </Placed>
);
