/** The tone of a stroke: one of three color tokens, or a fill with one of two of them. */
type StrokeTone = 'brand' | 'line' | 'light' | 'brandFill' | 'lightFill';
/** One SVG path of an illustration; `d` is its path data. */
export interface IllustrationStroke {
  readonly tone: StrokeTone;
  readonly d: string;
}

type Point = readonly [x: number, y: number];

/** A candle of a price chart. The body reaches from `top` to `bottom`, and the wicks extend beyond it. */
const candle = (x: number, top: number, bottom: number, rising = true): IllustrationStroke => ({
  tone: rising ? 'brandFill' : 'line',
  d: `M${x} ${top - 12}V${top}M${x} ${bottom}v10M${x - 7} ${top}h14V${bottom}h-14Z`,
});

/** A path of `count` equal steps that rises to the right. */
const stepped = ([x, y]: Point, count: number, [width, height]: Point): IllustrationStroke => ({
  tone: 'brand',
  d: `M${x} ${y}${`h${width}v${-height}`.repeat(count)}h${width}`,
});

const ring = ([x, y]: Point, radius: number, tone: StrokeTone = 'line'): IllustrationStroke => ({
  tone,
  d: `M${x} ${y - radius}a${radius} ${radius} 0 1 1 0 ${2 * radius}a${radius} ${radius} 0 1 1 0 ${-2 * radius}Z`,
});

/** A leaf of length `size` that grows from a point to the right or, if mirrored, to the left. */
const leaf = (
  [x, y]: Point,
  size: number,
  mirrored = false,
  tone: StrokeTone = 'brandFill',
): IllustrationStroke => {
  const s = mirrored ? -size : size;
  return {
    tone,
    d: `M${x} ${y}c0 ${-size * 0.6} ${s * 0.4} ${-size * 0.8} ${s} ${-size * 0.8}c0 ${size * 0.6} ${-s * 0.4} ${size * 0.8} ${-s} ${size * 0.8}Z`,
  };
};

const stem = (d: string): IllustrationStroke => ({ tone: 'brand', d });
const ground = (from: number, to: number): IllustrationStroke => ({ tone: 'line', d: `M${from} 148H${to}` });

const sun = (at: Point, radius = 10) => ring(at, radius, 'lightFill');
const trend = (d: string): IllustrationStroke => ({ tone: 'light', d });

/** The strokes of every illustration, for a view box of 320 × 160. */
export const illustrations = {
  /** Rising candles. */
  challenge: [
    ground(24, 296),
    candle(56, 108, 134, false),
    candle(92, 96, 130),
    candle(128, 104, 126, false),
    candle(164, 76, 116),
    candle(200, 84, 104, false),
    candle(236, 50, 96),
    trend('M40 128c44-6 60-26 92-32s60-28 76-42 30-22 44-26'),
    sun([268, 26]),
  ],
  /** A plant at four ages. */
  stages: [
    ground(24, 296),
    stem('M60 148v-22M128 148v-42M196 148V84M264 148V56'),
    leaf([60, 134], 16),
    leaf([128, 130], 20),
    leaf([128, 118], 18, true),
    leaf([196, 126], 24),
    leaf([196, 110], 24, true),
    leaf([196, 94], 18),
    leaf([264, 128], 26),
    leaf([264, 108], 28, true),
    leaf([264, 86], 22),
    leaf([264, 72], 18, true),
    sun([264, 44]),
  ],
  /** Steps to a goal. */
  path: [
    ground(24, 296),
    stepped([40, 132], 4, [44, 24]),
    trend('M84 148v-16M128 148v-40M172 148V84M216 148V60M260 148V36'),
    stem('M40 148v-16'),
    sun([240, 20]),
    leaf([56, 131], 18),
  ],
  /** A ring filled to about three quarters. */
  worry: [
    ring([160, 80], 66),
    { tone: 'brand', d: 'M160 14a66 66 0 1 1-65.5 58' },
    ground(24, 76),
    candle(52, 116, 138, false),
    candle(136, 82, 104, false),
    candle(160, 62, 98),
    candle(184, 74, 112, false),
    { tone: 'line', d: 'M244 148h52' },
    stem('M268 148v-26'),
    leaf([268, 138], 20),
    leaf([268, 128], 18, true),
  ],
  /** One price that rises above the others. */
  spike: [
    ground(24, 296),
    candle(64, 112, 134, false),
    candle(104, 108, 130),
    candle(144, 112, 132, false),
    candle(184, 106, 130),
    candle(232, 30, 122),
    trend('M48 122c50-6 90 2 130-10 26-8 30-60 54-92'),
    ring([256, 24], 10, 'lightFill'),
  ],
  /** A falling price beside a protected plant. */
  safety: [
    ground(24, 296),
    candle(56, 28, 56, false),
    candle(92, 46, 72, false),
    candle(128, 62, 88, false),
    trend('M40 34c40 4 66 30 92 46 16 10 34 12 52 10'),
    ring([220, 84], 46),
    { tone: 'brand', d: 'M220 38a46 46 0 0 1 46 46' },
    stem('M220 124V76'),
    leaf([220, 106], 26),
    leaf([220, 90], 26, true),
  ],
  /** Paths that fork. */
  fork: [
    stem('M24 132h72'),
    { tone: 'brand', d: 'M96 132h24v-28h40V76h40V48h40' },
    { tone: 'line', d: 'M120 132h56v-16h56v-16h40' },
    sun([252, 40]),
    leaf([276, 98], 22),
    candle(60, 84, 112),
    candle(88, 92, 112, false),
  ],
  /** A screen with a practice chart. */
  tools: [
    ground(24, 296),
    {
      tone: 'brandFill',
      d: 'M104 20h112a8 8 0 0 1 8 8v80a8 8 0 0 1-8 8H104a8 8 0 0 1-8-8V28a8 8 0 0 1 8-8Z',
    },
    stem('M160 116v32m-28 0h56'),
    candle(124, 68, 92, false),
    candle(148, 60, 86),
    candle(172, 54, 76),
    candle(196, 48, 66),
    ring([58, 124], 24),
    { tone: 'light', d: 'M58 100a24 24 0 0 1 24 24' },
    stepped([240, 148], 2, [18, 20]),
  ],
  /** Three things to choose from. */
  kit: [
    ring([60, 84], 42),
    ring([160, 84], 42),
    ring([260, 84], 42),
    candle(48, 82, 102, false),
    candle(72, 66, 94),
    stepped([138, 102], 3, [12, 14]),
    stem('M260 112V74'),
    leaf([260, 102], 22),
    leaf([260, 88], 22, true),
    { tone: 'light', d: 'M60 42a42 42 0 0 1 42 42M160 42a42 42 0 0 1 42 42M260 42a42 42 0 0 1 42 42' },
  ],
  /** A plant between candles. */
  growth: [
    ground(24, 296),
    stem('M160 148V48'),
    leaf([160, 130], 44),
    leaf([160, 110], 44, true),
    leaf([160, 90], 36),
    leaf([160, 72], 30, true),
    sun([160, 34]),
    candle(52, 118, 138, false),
    candle(84, 104, 134),
    candle(236, 92, 126),
    candle(268, 76, 116),
  ],
  /** A clock with a leaf. */
  time: [
    ground(24, 296),
    ring([160, 84], 60),
    { tone: 'light', d: 'M160 24a60 60 0 0 1 60 60' },
    stem('M160 84V48M160 84h26'),
    { tone: 'line', d: 'M160 30v4M160 134v4M106 84h4M210 84h4' },
    candle(60, 108, 134, false),
    candle(88, 96, 126),
    stem('M256 148v-34'),
    leaf([256, 134], 24),
    leaf([256, 122], 20, true),
  ],
  /** A calm horizon. */
  calm: [
    ring([160, 84], 38, 'lightFill'),
    { tone: 'line', d: 'M24 148h272M40 122h76m88 0h76M64 134h116m24 0h52' },
    leaf([72, 104], 26),
    stem('M72 104v18'),
    leaf([248, 104], 26, true),
    stem('M248 104v18'),
  ],
} as const satisfies Record<string, readonly IllustrationStroke[]>;
