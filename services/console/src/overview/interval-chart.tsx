import { CartesianGrid, ErrorBar, ResponsiveContainer, Scatter, ScatterChart, XAxis, YAxis } from 'recharts';

import { formatShare } from '../content/format.ts';
import { domainOf, type Comparison } from './comparison.ts';

interface IntervalChartProps {
  readonly rows: readonly Comparison[];
  /** Whether the rows' labels are shown on the left. */
  readonly hasLabels: boolean;
}

const rowHeight = 36;
const axisHeight = 28;
const seriesOffset = 0.17;

const series = [
  { key: 'stable', shape: 'circle', color: 'var(--series-stable)', offset: -seriesOffset },
  { key: 'canary', shape: 'diamond', color: 'var(--series-canary)', offset: seriesOffset },
] as const;

/** A mark for each rate and a line for its interval. Hidden from screen readers, which get the table beside it. */
export function IntervalChart({ rows, hasLabels }: IntervalChartProps) {
  const isPair = rows.some(({ canary }) => canary);
  const lowest = rows.length - 0.5;
  const [low, high] = domainOf(rows);
  const ends = [low, (low + high) / 2, high];
  return (
    <ResponsiveContainer width="100%" height={rows.length * rowHeight + axisHeight} minWidth={0}>
      <ScatterChart
        margin={{ top: 0, right: 24, bottom: 0, left: hasLabels ? 0 : 16 }}
        accessibilityLayer={false}
      >
        <CartesianGrid horizontal={false} stroke="var(--line)" />
        <XAxis
          type="number"
          dataKey="share"
          domain={[low, high]}
          {...(hasLabels
            ? { tickCount: 6, interval: 'equidistantPreserveStart' }
            : { ticks: ends, interval: 0 })}
          tickFormatter={(share: number) => `${Math.round(share * 1000) / 10} %`}
          tick={{ fill: 'var(--muted)', fontSize: 14 }}
          stroke="var(--control)"
          height={axisHeight}
        />
        <YAxis
          type="number"
          dataKey="row"
          domain={[-0.5, lowest]}
          ticks={rows.map((_, index) => index)}
          reversed
          interval={0}
          hide={!hasLabels}
          width={136}
          tickFormatter={(index: number) => rows[index]?.label ?? ''}
          tick={{ fill: 'var(--ink)', fontSize: 14 }}
          tickLine={false}
          stroke="var(--control)"
        />
        {series.map(({ key, shape, color, offset }) => (
          <Scatter
            key={key}
            data={rows.flatMap((row, index) => {
              const proportion = row[key];
              if (!proportion) return [];
              const { share, low, high } = proportion;
              return [
                {
                  row: index + (isPair ? offset : 0),
                  share,
                  reach: [share - low, high - share],
                  title: formatShare(share),
                },
              ];
            })}
            shape={shape}
            fill={color}
            isAnimationActive={false}
          >
            <ErrorBar
              dataKey="reach"
              direction="x"
              width={4}
              strokeWidth={2}
              stroke={color}
              isAnimationActive={false}
            />
          </Scatter>
        ))}
      </ScatterChart>
    </ResponsiveContainer>
  );
}
