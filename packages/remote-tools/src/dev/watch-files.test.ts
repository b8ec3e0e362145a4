import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { watchFiles } from './watch-files.ts';

// A change that is not noticed lasts for ever.
jest.setTimeout(10_000);

const folder = mkdtempSync(join(tmpdir(), 'watched-'));
const nested = join(folder, 'src/screens');
mkdirSync(nested, { recursive: true });
const files = [join(folder, 'remote.config.ts'), join(nested, 'survey.tsx')];
let notice: () => void = () => {};
let stop: () => void = () => {};

beforeAll(() => {
  for (const file of files) {
    writeFileSync(file, '0');
    // Long before, so that it is no change.
    utimesSync(file, 0, 0);
  }
  stop = watchFiles({ folders: [join(folder, 'src')], files: files.slice(0, 1) }, () => notice());
});
afterAll(() => {
  stop();
  rmSync(folder, { recursive: true });
});

/** Saves a file, and resolves when the change is noticed. */
async function save(write: () => void): Promise<void> {
  const noticed = new Promise<void>((resolve) => (notice = resolve));
  write();
  await noticed;
}

const ways = {
  'in place': (file: string, text: string) => writeFileSync(file, text),
  'by renaming another file over it, as editors do': (file: string, text: string) => {
    writeFileSync(join(folder, 'saved~'), text);
    renameSync(join(folder, 'saved~'), file);
  },
  'by removing and creating it, as Git does': (file: string, text: string) => {
    rmSync(file);
    writeFileSync(file, text);
  },
};

describe.each(Object.entries(ways))('a file that is saved %s', (_, write) => {
  it.each(files)('is noticed each time: %#', async (file) => {
    for (const text of ['1', '22', '333']) await save(() => write(file, text));
  });
});

it('notices a new folder, and a file in it', async () => {
  await save(() => mkdirSync(join(folder, 'src/new')));
  await save(() => writeFileSync(join(folder, 'src/new/first.tsx'), '1'));
  await save(() => writeFileSync(join(folder, 'src/new/first.tsx'), '22'));
});
