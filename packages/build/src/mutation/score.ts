/** What is read of Stryker's report (schema 2 of mutation-testing-elements). */
export interface MutationReport {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly mutants: readonly {
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly status: string;
          readonly location: { readonly start: { readonly line: number } };
        }[];
      }
    >
  >;
}

export interface MutationScore {
  readonly detected: number;
  /** Mutants that could have been noticed: detected, survived, or run by no test. */
  readonly valid: number;
  /** Of the valid mutants the detected ones, in percent. 100 if there are none. */
  readonly percent: number;
  /** `file:line mutator → replacement` of each mutant that no test noticed. */
  readonly survivors: readonly string[];
}

const detectedStatuses = ['Killed', 'Timeout'];
const undetectedStatuses = ['Survived', 'NoCoverage'];

/** The mutation score as Stryker defines it: detected of detected and undetected mutants. */
export function scoreOf({ files }: MutationReport): MutationScore {
  const mutants = Object.entries(files).flatMap(([file, entry]) =>
    entry.mutants.map((mutant) => ({ file, ...mutant })),
  );
  const detected = mutants.filter(({ status }) => detectedStatuses.includes(status)).length;
  const undetected = mutants.filter(({ status }) => undetectedStatuses.includes(status));
  const valid = detected + undetected.length;
  return {
    detected,
    valid,
    percent: valid === 0 ? 100 : (detected / valid) * 100,
    survivors: undetected.map(
      ({ file, location, mutatorName, replacement = '' }) =>
        `${file}:${location.start.line} ${mutatorName} → ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
    ),
  };
}
