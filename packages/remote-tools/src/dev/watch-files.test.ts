import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { watchFiles } from './watch-files.ts';

// Without a notice a test would wait for ever.
jest.setTimeout(10_000);

const folder = mkdtempSync(join(tmpdir(), 'watched-'));
mkdirSync(join(folder, 'src/screens'), { recursive: true });
const names = ['remote.config.ts', 'src/screens/survey.tsx'];
const files = names.map((name) => join(folder, name));
let notice: () => void = () => {};
let stop: () => void = () => {};

beforeAll(async () => {
  const since = Date.now() - 1_000;
  for (const file of files) writeFileSync(file, '0');
  // Files that were written since then are noticed once, so that nothing is lost which is saved during a first build.
  await save(() => {
    stop = watchFiles({ folders: [join(folder, 'src')], files: files.slice(0, 1), since }, () => notice());
  });
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
  it.each(names)('is noticed each time: %s', async (name) => {
    for (const text of ['1', '22', '333']) await save(() => write(join(folder, name), text));
  });
});

it('notices a new folder, and a file in it', async () => {
  await save(() => mkdirSync(join(folder, 'src/new')));
  await save(() => writeFileSync(join(folder, 'src/new/first.tsx'), '1'));
  await save(() => writeFileSync(join(folder, 'src/new/first.tsx'), '22'));
});
