import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const rootFolder = join(__dirname, '../../..');
const read = (file: string) => readFileSync(join(rootFolder, file), 'utf8');

const apps = [
  'shell',
  'mfe-quiz',
  'mfe-pricing',
  'mfe-checkout',
  'mfe-legal',
  'services/api',
  'services/releases',
  'services/console',
  'services/payment-sandbox',
].filter((folder) => existsSync(join(rootFolder, folder, 'package.json')));

describe.each(apps)('%s', (folder) => {
  it('says in its changelog what its version brings', () => {
    const { version }: { version: string } = JSON.parse(read(`${folder}/package.json`));
    const [, ...entries] = read(`${folder}/CHANGELOG.md`).split(/^## /m);
    const entry = entries.find((text) => text.startsWith(`${version}\n`)) ?? '';
    expect(entry.slice(version.length).trim()).not.toBe('');
  });

  it('tells newcomers about itself', () => {
    expect(read(`${folder}/README.md`)).toMatch(/^# /);
  });

  it('belongs to somebody', () => {
    expect(read('CODEOWNERS')).toMatch(new RegExp(`^/${folder}/ +@\\S+`, 'm'));
  });
});
