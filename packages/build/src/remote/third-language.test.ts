import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { remoteNames } from '../repository.ts';
import { copyRepository, type RepositoryCopy } from '../testing/repository-copy.ts';

jest.setTimeout(360_000);

/** The copy gets a generated language: the texts of `de`, except for one heading. */
const locale = 'xx';
const socialTexts = 'packages/contracts/src/social-texts.ts';
const waitingTexts = 'shell/src/content/waiting-texts.ts';
/** The heading that differs, of the quiz. */
const heading = /(?<=')Wie alt[^']*/;
let copy: RepositoryCopy;
beforeAll(() => {
  copy = copyRepository();
});
afterAll(() => copy.remove());

const read = (path: string) => readFileSync(join(copy.folder, path), 'utf8');
function edit(path: string, from: string, to: string): void {
  const text = read(path);
  if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`);
  writeFileSync(join(copy.folder, path), text.replace(from, to));
}

/** Adds the language as the recipe says: a file beside `en.ts`, and its line in the list of the folder. */
function addLanguage(): void {
  const contracts = 'packages/contracts/src/content';
  const translate = (text: string) =>
    text.replaceAll("'de'", `'${locale}'`).replace('const de:', `const ${locale}:`);
  edit(`${contracts}/locales.ts`, "'de'", `'de', '${locale}'`);
  writeFileSync(join(copy.folder, contracts, `${locale}.ts`), translate(read(`${contracts}/de.ts`)));
  edit(`${contracts}/all-plan-texts.ts`, ', de', `, de, ${locale}`);
  edit(
    `${contracts}/all-plan-texts.ts`,
    "from './en.ts';\n",
    `from './en.ts';\nimport { ${locale} } from './${locale}.ts';\n`,
  );
  const emails = 'services/api/src/emails/content';
  writeFileSync(join(copy.folder, emails, `${locale}.ts`), translate(read(`${emails}/de.ts`)));
  edit(`${emails}/texts.ts`, ', de', `, de, ${locale}`);
  edit(
    `${emails}/texts.ts`,
    "from './de.ts';\n",
    `from './de.ts';\nimport { ${locale} } from './${locale}.ts';\n`,
  );
  for (const texts of [socialTexts, waitingTexts]) {
    const german = /^ {2}de: \{[\s\S]*?^ {2}\},\n/m.exec(read(texts))?.[0] ?? '';
    edit(texts, german, german + german.replace('de:', `${locale}:`));
  }
  for (const app of ['shell', ...remoteNames]) {
    const folder = `${app}/src/content`;
    const list = app === 'shell' ? `${folder}/copy.ts` : `${folder}/content.ts`;
    const texts = translate(read(`${folder}/de.ts`)).replace(heading, 'Xx xxx xxx?');
    writeFileSync(join(copy.folder, folder, `${locale}.ts`), texts);
    const line = /^ *de: async.*$/m.exec(read(list))?.[0] ?? '';
    edit(
      list,
      line,
      `${line}\n${line.replaceAll('de.ts', `${locale}.ts`).replaceAll('"de"', `"${locale}"`).replace(').de', `).${locale}`).replace('de:', `${locale}:`)}`,
    );
  }
}

it('a third language changes content only, compiles, and is prerendered and preloaded', async () => {
  addLanguage();
  const changed = copy.changedFiles().toSorted();
  process.stdout.write(`Files of a third language:\n${changed.join('\n')}\n`);
  expect(changed.filter((path) => !/\/content\/[\w-]+\.ts$/.test(path))).toEqual([socialTexts]);
  await copy.npm(['exec', '--', 'tsc', '--noEmit', '-p', 'packages/contracts']);

  await copy.npm(['run', 'build', '--', 'shell', 'mfe-quiz']);
  const file = join(copy.folder, 'mfe-quiz/dist/remote.json');
  expect(existsSync(file)).toBe(true);
  const { locales } = JSON.parse(readFileSync(file, 'utf8'));
  expect(Object.keys(locales)).toContain(locale);
  expect(locales[locale].preload).toEqual([expect.stringMatching(/^xx\.\w+\.js$/)]);
  const titles = locales[locale].firstScreens.map(({ title }: { title: string }) => title);
  expect(titles).toContain('Xx xxx xxx?');
});
