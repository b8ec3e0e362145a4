import { disc, Limb, Placed, Shape, type Placement, type Tone } from './shapes.tsx';

type Hair = 'short' | 'bob' | 'bun' | 'curls' | 'long' | 'thin' | 'cap';

interface PersonProps extends Placement {
  readonly hair?: Hair;
  readonly hairTone?: Tone;
  readonly skin?: 'paper' | 'soft';
  readonly top?: Tone;
  readonly mood?: 'happy' | 'calm' | 'worried';
  readonly beard?: boolean;
  readonly glasses?: boolean;
  /** The point that the hand at the viewer's right reaches, from the origin. Without it no arm is drawn. */
  readonly reach?: readonly [x: number, y: number];
}

// The origin is between the shoulders at the lower edge. The head is 46 wide; its chin is at -58, its crown at -112.
const shoulders = 'M-52 0V-12C-52-34-38-42-20-46L-10-49H10L20-46C38-42 52-34 52-12V0Z';
const face = 'M-22-92C-22-108-13-114 0-114S22-108 22-92V-82C22-66 12-56 0-56S-22-66-22-82Z';

const hairBehind: Partial<Record<Hair, string>> = {
  bob: 'M0-122C-24-122-32-108-32-90V-66C-32-58-26-54-18-54H18C26-54 32-58 32-66V-90C32-108 24-122 0-122Z',
  bun: disc(0, -124, 13),
  long: 'M0-121C-24-121-31-108-31-90V-40C-31-32-26-28-18-28H18C26-28 31-32 31-40V-90C31-108 24-121 0-121Z',
  curls: [disc(-24, -84, 12), disc(24, -84, 12), disc(-27, -100, 12), disc(27, -100, 12)].join(''),
};

const hairInFront: Record<Hair, string> = {
  short:
    'M-25-86C-28-110-18-122 2-122C20-122 28-108 24-86L21-86C21-94 19-98 14-101C2-97-10-98-16-102C-20-98-21-92-21-86Z',
  bob: 'M-25-84C-28-108-16-120 0-120C18-120 27-108 25-84C20-88 16-96 12-104C2-95-14-93-25-84Z',
  bun: 'M-25-86C-28-108-16-119 0-119S28-108 25-86C22-98 14-104 0-104S-22-98-25-86Z',
  curls: [
    disc(-15, -111, 12),
    disc(0, -116, 13),
    disc(15, -111, 12),
    'M-22-104H22V-96C8-103-8-103-22-96Z',
  ].join(''),
  long: 'M-24-82C-28-108-16-120 0-120S28-108 24-82C21-94 14-102 2-107C-8-100-20-96-24-82Z',
  thin: 'M-25-82C-28-92-25-102-20-106C-21-98-21-92-21-82ZM25-82C28-92 25-102 20-106C21-98 21-92 21-82Z',
  cap: 'M-25-96C-25-114-16-123 0-123S25-114 25-96H37C42-96 42-89 37-89C18-93 0-94-25-88Z',
};

const mouth = {
  happy: 'M-7-74H7C9-74 9-73 8-71C6-66 3-64 0-64S-6-66-8-71C-9-73-9-74-7-74Z',
  calm: 'M-7-72C-4-69 4-69 7-72C8-73 9-71 8-70C4-65-4-65-8-70C-9-71-8-73-7-72Z',
  worried: 'M-7-66C-4-70 4-70 7-66C8-65 9-67 8-68C4-74-4-74-8-68C-9-67-8-65-7-66Z',
};

interface ArmProps {
  readonly top: Tone;
  readonly skin: Tone;
  readonly to: readonly [x: number, y: number];
}

/** An arm from the right shoulder, bent at the elbow. A thin line separates it from the body. */
function Arm({ top, skin, to: [x, y] }: ArmProps) {
  const wrist = `${x - 12} ${y + 9}`;
  return (
    <>
      <Limb tone={top === 'brand' ? 'soft' : 'brand'} width={3} d="M24-26C22-16 24-8 30 0" />
      <Limb tone={skin} width={13} d={`M${wrist}L${x} ${y}`} />
      <Limb tone={top} width={20} d={`M38-26C40-8 52-2 ${wrist}`} />
    </>
  );
}

/** A person down to the shoulders. The light comes from the left. */
export function Person({
  hair = 'short',
  hairTone = 'brand',
  skin = 'paper',
  top = 'brand',
  mood = 'calm',
  beard = false,
  glasses = false,
  reach,
  ...placement
}: PersonProps) {
  const behind = hairBehind[hair];
  return (
    <Placed {...placement}>
      {behind && <Shape tone={hairTone} d={behind} />}
      <Shape tone={top} d={shoulders} />
      <Shape tone={skin} d="M-10-66H10V-48C10-38-10-38-10-48Z" />
      <Shape tone={skin === 'paper' ? 'soft' : 'brand'} d="M-10-59C-4-54 4-54 10-59V-53C4-47-4-47-10-53Z" />
      <Shape tone={skin} d={face + disc(-22, -84, 5) + disc(22, -84, 5)} />
      {beard && (
        <Shape
          tone={hairTone}
          d="M-22-88C-20-80-17-77-11-77C-7-79-4-80 0-80S7-79 11-77C17-77 20-80 22-88V-80C22-62 12-51 0-51S-22-62-22-80Z"
        />
      )}
      <Shape tone={hairTone} d={hairInFront[hair]} />
      <Shape tone="brand" d={disc(-9, -86, 2.6) + disc(9, -86, 2.6)} />
      <Shape tone={beard ? skin : 'brand'} d={mouth[mood]} />
      {mood === 'worried' && <Shape tone="brand" d="M-15-95L-7-98V-95L-15-92ZM15-95L7-98V-95L15-92Z" />}
      {glasses && (
        <Shape
          tone="brand"
          d={`M-18-86a9 9 0 1 1 18 0a9 9 0 1 1-18 0ZM-15.5-86a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0ZM0-86a9 9 0 1 1 18 0a9 9 0 1 1-18 0ZM2.5-86a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0Z`}
        />
      )}
      {reach && <Arm top={top} skin={skin} to={reach} />}
    </Placed>
  );
}
