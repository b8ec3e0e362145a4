/** Relative to the root. */
export const patchFolder = 'packages/build/planted-faults';
export const patchEnding = '.patch';
export const patchFile = (name: string): string => `${patchFolder}/${name}${patchEnding}`;

/** A realistic fault, kept as a patch with a heading, and the tests that should notice it. */
export interface PlantedFault {
  /** Path of the patch below `planted-faults`, without its ending: `billing/second-session`. */
  readonly name: string;
  /** What the product promises and the fault breaks. */
  readonly promise: string;
  /** Paths of the files that the patch changes, relative to the root. */
  readonly files: readonly string[];
  /** Paths of the tests, relative to the root: all of Jest or all of Playwright. */
  readonly tests: readonly string[];
  /** The static check that should notice the fault, by its name, or null if tests should. */
  readonly check: string | null;
  /** Why no test can notice the fault, or null if one must. */
  readonly equivalent: string | null;
}

export const needsBrowser = ({ tests }: PlantedFault): boolean =>
  tests.some((test) => test.endsWith('.spec.ts'));

const fieldsOf = (heading: string): ReadonlyMap<string, string> =>
  new Map(
    heading
      .split('\n')
      .filter((line) => line.includes(': '))
      .map((line) => {
        const end = line.indexOf(': ');
        return [line.slice(0, end), line.slice(end + 2).trim()];
      }),
  );

/**
 * Reads the heading of a patch: `Promise: …`, `Tests: …` with paths separated by spaces or `Check: …` with a static check,
 * and, for a fault that no test can notice, `Equivalent: …` with the reason. Throws if a line is missing.
 */
export function readPlantedFault(name: string, patch: string): PlantedFault {
  const [heading = ''] = patch.split(/^diff --git /m);
  const fields = fieldsOf(heading);
  const [promise, tests, check] = ['Promise', 'Tests', 'Check'].map((field) => fields.get(field));
  if (!promise || (!tests && !check))
    throw new Error(`${name}: the patch needs the lines "Promise: …" and "Tests: …"`);
  return {
    name,
    promise,
    files: [...patch.matchAll(/^diff --git a\/(\S+) /gm)].map(([, file = '']) => file),
    tests: tests?.split(' ') ?? [],
    check: check ?? null,
    equivalent: fields.get('Equivalent') ?? null,
  };
}

export type FaultOutcome = 'noticed' | 'not noticed' | 'does not apply' | 'tests do not run';

/** A table of all outcomes, and how many faults nobody noticed. */
export function reportFaults(results: readonly { fault: PlantedFault; outcome: FaultOutcome }[]) {
  const isAccepted = ({ fault, outcome }: (typeof results)[number]) =>
    fault.equivalent ? outcome === 'not noticed' : outcome === 'noticed';
  const width = Math.max(0, ...results.map(({ fault }) => fault.name.length));
  const lines = results.map((result) => {
    const { fault, outcome } = result;
    const mark = isAccepted(result) ? 'ok    ' : 'FAILED';
    const shown = fault.equivalent ? `${outcome}, equivalent: ${fault.equivalent}` : outcome;
    return `${mark} ${fault.name.padEnd(width)}  ${shown}`;
  });
  const failed = results.filter((result) => !isAccepted(result)).length;
  return { lines, failed };
}
