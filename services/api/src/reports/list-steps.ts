import type { ReportFactRow } from '../platform/schema.ts';
import { other } from './count-facts.ts';

type StepCount = Pick<ReportFactRow, 'kind' | 'step' | 'count'>;

/** A step of a funnel as it is listed, and the steps that it stands for. */
interface ListedStep {
  readonly path: string;
  readonly steps: ReadonlySet<string>;
  readonly visitors: number;
}

/** Steps to list besides the screens of the live set. */
const maxOtherSteps = 100;

/**
 * Lists the screens with their visitors, then the most frequent other steps, and the rest as `other`: browsers name steps, and a
 * flood of names must not fill the report.
 */
export function listSteps(counts: readonly StepCount[], screens: readonly string[]): ListedStep[] {
  const visitorsOf = new Map<string, number>(screens.map((path) => [path, 0]));
  for (const { kind, step, count } of counts)
    if (kind === 'steps') visitorsOf.set(step, (visitorsOf.get(step) ?? 0) + count);
  const listed = (path: string): ListedStep => ({
    path,
    steps: new Set([path]),
    visitors: visitorsOf.get(path) ?? 0,
  });
  const live = new Set(screens);
  const others = [...visitorsOf.keys()]
    .filter((path) => !live.has(path) && path !== other)
    .map(listed)
    .toSorted((one, another) => another.visitors - one.visitors);
  const rest = [...others.slice(maxOtherSteps), ...(visitorsOf.has(other) ? [listed(other)] : [])];
  return [
    ...[...live].map(listed),
    ...others.slice(0, maxOtherSteps),
    ...(rest.length === 0
      ? []
      : [
          {
            path: other,
            steps: new Set(rest.map(({ path }) => path)),
            visitors: rest.reduce((sum, { visitors }) => sum + visitors, 0),
          },
        ]),
  ];
}
