import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { workspaceFolders } from '../../config/workspaces.cjs';

const rootFolder = join(__dirname, '../../../..');
const read = (file: string) => readFileSync(join(rootFolder, file), 'utf8');

const apps = workspaceFolders.filter((folder) => !/^(packages\/|e2e$|bench$)/.test(folder));

describe.each(apps)('%s', (folder) => {
  it('has a changelog entry for its version', () => {
    const { version }: { version: string } = JSON.parse(read(`${folder}/package.json`));
    const [, ...entries] = read(`${folder}/CHANGELOG.md`).split(/^## /m);
    const entry = entries.find((text) => text.startsWith(`${version}\n`)) ?? '';
    expect(entry.slice(version.length).trim()).not.toBe('');
  });

  it('has a README', () => {
    expect(read(`${folder}/README.md`)).toMatch(/^# /);
  });

  it('has an owner', () => {
    expect(read('CODEOWNERS')).toMatch(new RegExp(`^/${folder}/ +@\\S+`, 'm'));
  });
});
