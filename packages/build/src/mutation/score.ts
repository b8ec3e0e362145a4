interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** What is read of Stryker's report (schema 2 of mutation-testing-elements). */
export interface MutationReport {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly replacement?: string;
          readonly status: string;
          readonly location: { readonly start: Position; readonly end: Position };
        }[];
      }
    >
  >;
}

/** A mutant that no test noticed. */
export interface Survivor {
  /** Relative to the root. */
  readonly file: string;
  readonly line: number;
  /** `code → replacement`, each on one line and cut after 80 characters. */
  readonly change: string;
}

export interface MutationScore {
  readonly detected: number;
  /** Mutants that could have been noticed: detected, survived, or run by no test. */
  readonly valid: number;
  /** Of the valid mutants the detected ones, in percent. 100 if there are none. */
  readonly percent: number;
  readonly survivors: readonly Survivor[];
  /** Mutants that count for nothing, because their tests did not start. */
  readonly untested: number;
}

const detectedStatuses = ['Killed', 'Timeout'];
const undetectedStatuses = ['Survived', 'NoCoverage'];

const onOneLine = (code: string) => code.replaceAll(/\s+/g, ' ').trim().slice(0, 80);

function codeAt(source: string, { start, end }: { start: Position; end: Position }): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.at(-1) ?? '';
  return [...lines.slice(0, -1), last.slice(0, end.column - 1)].join('\n').slice(start.column - 1);
}

/** The mutation score as Stryker defines it: detected of detected and undetected mutants. */
export function scoreOf({ files }: MutationReport): MutationScore {
  const mutants = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ file, source, ...mutant })),
  );
  const count = (statuses: readonly string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const detected = count(detectedStatuses);
  const survivors = mutants
    .filter(({ status }) => undetectedStatuses.includes(status))
    .map(({ file, source, location, replacement = '' }) => ({
      file,
      line: location.start.line,
      change: `${onOneLine(codeAt(source, location))} → ${onOneLine(replacement)}`,
    }));
  const valid = detected + survivors.length;
  return {
    detected,
    valid,
    percent: valid === 0 ? 100 : (detected / valid) * 100,
    survivors,
    untested: count(['RuntimeError']),
  };
}
