/** A test by its file, relative to the repository's root, and its title as it is written in the source. */
export interface TestReference {
  readonly file: string;
  readonly title: string;
}

export interface Requirement {
  /** `R-001` */
  readonly number: string;
  readonly group: string;
  readonly text: string;
  readonly source: string;
  readonly tests: readonly TestReference[];
  /** Only without a test: what is known about the requirement, as in `built, not tested`. */
  readonly remark: string | null;
}

/** The remarks that a requirement without a test may have; more may follow after a colon. */
export const remarks = ['built, not tested', 'not built'] as const;

/** Between the file of a test and its title. */
export const titleSeparator = ' › ';

/** The cells of `| a | b |`. A `\|` belongs to its cell. */
function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function parseTests(cell: string): TestReference[] {
  return [...cell.matchAll(/`(.+?)`/g)].map(([, reference = '']) => {
    const at = reference.indexOf(titleSeparator);
    if (at < 0) return { file: reference, title: '' };
    return { file: reference.slice(0, at), title: reference.slice(at + titleSeparator.length) };
  });
}

/** Reads the tables of a Markdown document, one under each `##` heading. */
export function parseRequirements(markdown: string): Requirement[] {
  let group = '';
  return markdown.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) group = line.slice(3).trim();
    if (!line.startsWith('| R-')) return [];
    const [number = '', text = '', source = '', shownBy = ''] = cellsOf(line);
    const [, remark = null] = /^none(?: – (.*))?$/.exec(shownBy) ?? [];
    return [{ number, group, text, source, tests: parseTests(shownBy), remark }];
  });
}

export interface RequirementsReport {
  readonly total: number;
  readonly tested: number;
  readonly builtNotTested: readonly Requirement[];
  readonly notBuilt: readonly Requirement[];
}

export function reportRequirements(requirements: readonly Requirement[]): RequirementsReport {
  const untested = requirements.filter(({ tests }) => tests.length === 0);
  const isBuilt = ({ remark }: Requirement) => remark?.startsWith(remarks[0]) === true;
  return {
    total: requirements.length,
    tested: requirements.length - untested.length,
    builtNotTested: untested.filter(isBuilt),
    notBuilt: untested.filter((requirement) => !isBuilt(requirement)),
  };
}
