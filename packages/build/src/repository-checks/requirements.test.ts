import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseRequirements, remarks, reportRequirements } from './requirements.ts';
import { missingTests, titlesIn } from './test-titles.testkit.ts';

const rootFolder = join(__dirname, '../../../..');
const markdown = readFileSync(join(rootFolder, 'docs/requirements.md'), 'utf8');
const requirements = parseRequirements(markdown);
const inRoot = (file: string) => join(rootFolder, file);
const numbers = requirements.map(({ number }) => number);
/** `R-1020` comes after `R-899`. */
const orderOf = (number: string) => Number(number.replace('R-', ''));
const numbersOf = (faulty: typeof requirements) => faulty.map(({ number }) => number);

describe('the table of requirements', () => {
  it('has a row for each line that begins with a number', () => {
    expect(requirements.length).toBeGreaterThan(0);
    expect(markdown.split('\n').filter((line) => /^\|\s*R-?\d/.test(line))).toHaveLength(requirements.length);
  });

  it('gives each requirement a number of its own, in rising order inside a group', () => {
    expect(numbers.filter((number) => !/^R-\d{3,}$/.test(number))).toEqual([]);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    const misplaced = requirements.filter(({ number, group }, index) => {
      const previous = requirements[index - 1];
      return previous?.group === group && orderOf(previous.number) > orderOf(number);
    });
    expect(numbersOf(misplaced)).toEqual([]);
  });

  it('says in each row what is required and by which source', () => {
    const known = /^(specification section \d|decision \d+|public interface|visual design)/;
    const unnamed = requirements.filter(({ text, source, group }) => !text || !group || !known.test(source));
    expect(numbersOf(unnamed)).toEqual([]);
  });

  it('names a test in each row, or says whether the requirement is built', () => {
    const silent = requirements.filter(({ tests, remark }) => {
      const isExplained = remarks.some((known) => remark === known || remark?.startsWith(`${known}: `));
      return tests.length > 0 ? remark !== null : !isExplained;
    });
    expect(numbersOf(silent)).toEqual([]);
  });

  it('names only tests that exist', () => {
    expect(missingTests(requirements, inRoot)).toEqual([]);
  });
});

describe('the reader of the table', () => {
  const table = [
    '## Money',
    '| no. | requirement | source | shown by |',
    '|---|---|---|---|',
    '| R-001 | A price \\| amount | decision 14 | `a.test.ts › one \\| two`<br>`b.test.ts › three` |',
    '| R-002 | Another | specification section 2 | none – not built |',
    '| R-003 | A third | specification section 2 | none – built, not tested: only looked at |',
  ].join('\n');

  it('reads number, group, text, source and tests', () => {
    expect(parseRequirements(table)[0]).toEqual({
      number: 'R-001',
      group: 'Money',
      text: 'A price | amount',
      source: 'decision 14',
      tests: [
        { file: 'a.test.ts', title: 'one | two' },
        { file: 'b.test.ts', title: 'three' },
      ],
      remark: null,
    });
  });

  it('counts requirements with a test, built and not built', () => {
    const { total, tested, builtNotTested, notBuilt } = reportRequirements(parseRequirements(table));
    expect([total, tested, numbersOf([...builtNotTested]), numbersOf([...notBuilt])]).toEqual([
      3,
      1,
      ['R-003'],
      ['R-002'],
    ]);
  });

  it('finds the titles of plain, tabular and multi-line tests, and of nothing else', () => {
    const source = [
      "it('plain', () => {});",
      'test(`with ${placeholder}`, async () => {});',
      "it.each([\n  ['row', 1],\n])(\n  'tabular %s',\n  (name) => name,\n);",
      "test.describe('a group', () => test.use({}));",
      "test.step('a step', () => {});",
      "expect('a text').toBe('another');",
    ].join('\n');
    expect([...titlesIn(source)]).toEqual(['plain', 'with ${placeholder}', 'tabular %s']);
  });

  it('lists each reference without its file or its title', () => {
    const path = join(__dirname, 'requirements.test.ts');
    const missing = missingTests(parseRequirements(table), (file) => (file === 'a.test.ts' ? path : file));
    expect(missing).toEqual(['R-001: a.test.ts › one | two', 'R-001: b.test.ts › three']);
  });
});
