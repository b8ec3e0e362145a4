import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeRemote } from '@funnel/create-remote/write-remote';

import { whyUnusableInRepository, withOwner } from './create-remote.ts';

const rootFolder = join(__dirname, '../../../..');
const owners = new Map([['/final', 'mfe-pricing']]);

it.each([
  ['a valid name and path', 'survey', '/survey', null],
  ['a name with hyphens and a nested path', 'exit-survey', '/survey/exit', null],
  ['an uppercase name', 'Survey', '/survey', /^"Survey" is not a name/],
  ['a name with a path', '../survey', '/survey', /is not a name/],
  ['a name that is too long', 'a'.repeat(40), '/survey', /is not a name/],
  ['a name of one letter', 's', '/survey', /is not a name/],
  ['a name that ends with a hyphen', 'survey-', '/survey', /is not a name/],
  [
    'a name that begins as its folder',
    'mfe-survey',
    '/survey',
    /^Give the name without mfe-, such as survey\.$/,
  ],
  ['the path of the start', 'survey', '/', /^"\/" is not a path/],
  [
    'a slash at the end of a path',
    'survey',
    '/survey/',
    /hyphens between slashes, without a slash at the end/,
  ],
  ['an existing remote', 'quiz', '/survey', /^The folder mfe-quiz exists already\.$/],
  ['a relative path', 'survey', 'survey', /^"survey" is not a path/],
  [
    'a path of the service',
    'survey',
    '/api/survey',
    /is not a path .* not one of the service, such as \/api\./,
  ],
  ['a path of the brand files', 'survey', '/brand/survey', /is not a path/],
  ['a path with an owner', 'survey', '/final', /^\/final belongs to mfe-pricing\.$/],
])('checks %s', (_, name, path, reason) => {
  const actual = whyUnusableInRepository({ name, path }, owners);
  if (reason) expect(actual).toMatch(reason);
  else expect(actual).toBeNull();
});

it('adds one owner after the other remotes', () => {
  const before = '* @acme/platform\n\n/mfe-quiz/ @acme/quiz\n/mfe-legal/ @acme/legal\n\n/docs/ @acme/docs\n';
  expect(withOwner(before, 'survey')).toBe(
    before.replace('@acme/legal\n', '@acme/legal\n/mfe-survey/                 @acme/survey\n'),
  );
});

it('has a template with the same packages as the other remotes', () => {
  const read = (folder: string): { dependencies: object; devDependencies: object; scripts: object } =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8').replaceAll('legal', 'survey'));
  const folder = mkdtempSync(join(tmpdir(), 'remote-'));
  writeRemote({ name: 'survey', path: '/survey' }, folder, 'workspace');
  const { dependencies, devDependencies, scripts } = read(join(rootFolder, 'mfe-legal'));
  expect(read(folder)).toMatchObject({ dependencies, devDependencies, scripts });
  rmSync(folder, { recursive: true });
});
