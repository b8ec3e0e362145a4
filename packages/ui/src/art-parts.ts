/** What a stroke stands for: the three tokens that pictures are drawn with, and two fills of them. */
export type ArtTone = 'brand' | 'line' | 'light' | 'brandFill' | 'lightFill';
export interface ArtStroke {
  readonly tone: ArtTone;
  readonly d: string;
}

type Point = readonly [x: number, y: number];

/** A candle of a price chart: body from `top` to `bottom`, wicks beyond it. */
const candle = (x: number, top: number, bottom: number, rising = true): ArtStroke => ({
  tone: rising ? 'brandFill' : 'line',
  d: `M${x} ${top - 12}V${top}M${x} ${bottom}v10M${x - 7} ${top}h14V${bottom}h-14Z`,
});

/** A path of equal steps up to the right. */
const stepped = ([x, y]: Point, count: number, [width, height]: Point): ArtStroke => ({
  tone: 'brand',
  d: `M${x} ${y}${`h${width}v${-height}`.repeat(count)}h${width}`,
});

const ring = ([x, y]: Point, radius: number, tone: ArtTone = 'line'): ArtStroke => ({
  tone,
  d: `M${x} ${y - radius}a${radius} ${radius} 0 1 1 0 ${2 * radius}a${radius} ${radius} 0 1 1 0 ${-2 * radius}Z`,
});

/** A leaf that grows from a point to the right or, mirrored, to the left; `size` is its length. */
const leaf = ([x, y]: Point, size: number, mirrored = false, tone: ArtTone = 'brandFill'): ArtStroke => {
  const s = mirrored ? -size : size;
  return {
    tone,
    d: `M${x} ${y}c0 ${-size * 0.6} ${s * 0.4} ${-size * 0.8} ${s} ${-size * 0.8}c0 ${size * 0.6} ${-s * 0.4} ${size * 0.8} ${-s} ${size * 0.8}Z`,
  };
};

const stem = (d: string): ArtStroke => ({ tone: 'brand', d });
const ground = (from: number, to: number): ArtStroke => ({ tone: 'line', d: `M${from} 148H${to}` });

/** Every picture, on a field of 320 × 160. */
export const artworks = {
  /** Candles on the way up, and a sprout on the last. */
  challenge: [
    ground(24, 296),
    candle(56, 108, 134, false),
    candle(92, 96, 130),
    candle(128, 104, 126, false),
    candle(164, 76, 116),
    candle(200, 84, 104, false),
    candle(236, 50, 96),
    { tone: 'light', d: 'M40 128c44-6 60-26 92-32s60-28 76-42 30-22 44-26' },
    ring([268, 26], 10, 'lightFill'),
  ],
  /** Steps to a goal. */
  path: [
    ground(24, 296),
    stepped([40, 132], 4, [44, 24]),
    { tone: 'light', d: 'M40 148V132M84 148V132M128 148v-40M172 148V84M216 148V60M260 148V36' },
    ring([240, 20], 9, 'lightFill'),
    leaf([64, 131], 20),
  ],
  /** A ring filled to about three quarters. */
  worry: [
    ring([160, 80], 62),
    { tone: 'brand', d: 'M160 18a62 62 0 1 1-61.5 54' },
    candle(136, 82, 104, false),
    candle(160, 66, 98),
    candle(184, 74, 112, false),
    leaf([222, 128], 22),
  ],
  /** A toolbox of the vocabulary: card with candles, ring, steps. */
  tools: [
    ground(24, 296),
    {
      tone: 'brandFill',
      d: 'M104 24h112a8 8 0 0 1 8 8v76a8 8 0 0 1-8 8H104a8 8 0 0 1-8-8V32a8 8 0 0 1 8-8Z',
    },
    { tone: 'brand', d: 'M160 116v32m-28 0h56' },
    candle(124, 68, 92, false),
    candle(148, 60, 86),
    candle(172, 54, 76),
    candle(196, 48, 66),
    ring([60, 112], 22, 'line'),
    { tone: 'light', d: 'M60 90a22 22 0 0 1 22 22' },
    stepped([242, 140], 2, [16, 18]),
  ],
  /** A plant that grew from steps. */
  growth: [
    ground(24, 296),
    stem('M160 148V44'),
    leaf([160, 128], 44),
    leaf([160, 108], 44, true),
    leaf([160, 86], 36),
    leaf([160, 70], 30, true),
    ring([160, 34], 10, 'lightFill'),
    candle(72, 116, 136, false),
    candle(248, 96, 132),
    { tone: 'light', d: 'M40 100c30 0 40-20 60-26M280 76c-20 0-28-16-44-20' },
  ],
  /** A calm horizon. */
  calm: [
    ground(24, 296),
    ring([160, 84], 34, 'lightFill'),
    { tone: 'line', d: 'M44 122h64m20 0h148M72 134h112m20 0h52' },
    leaf([66, 110], 26),
    stem('M66 110v38'),
    leaf([254, 104], 26, true),
    stem('M254 104v44'),
  ],
} as const satisfies Record<string, readonly ArtStroke[]>;
