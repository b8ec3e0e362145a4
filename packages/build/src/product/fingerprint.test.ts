import fs from 'node:fs';

import { rootFolder } from '../repository.ts';
import { appFingerprint } from './fingerprint.ts';

afterEach(() => jest.restoreAllMocks());

/** The fingerprint as if every file below a folder of the repository had another content. */
function fingerprintAfterChange(folder: string): string {
  const { readFileSync } = fs;
  jest
    .spyOn(fs, 'readFileSync')
    .mockImplementation((path, options) =>
      String(path).startsWith(`${rootFolder}/${folder}/`) ? 'other content' : readFileSync(path, options),
    );
  return appFingerprint('mfe-legal');
}

it.each([
  'mfe-legal/src',
  'packages/build/src',
  'packages/contracts/src',
  'packages/release-kit/src',
  'packages/remote-tools/src',
  'packages/shell-kit/src',
  'packages/ui/src',
])('builds an app again after a change in %s', (folder) => {
  const before = appFingerprint('mfe-legal');
  expect(fingerprintAfterChange(folder)).not.toBe(before);
});

it.each(['mfe-quiz/src', 'services/api/src', 'packages/service-kit/src'])(
  'does not build an app again after a change in %s, which its build does not read',
  (folder) => {
    const before = appFingerprint('mfe-legal');
    expect(fingerprintAfterChange(folder)).toBe(before);
  },
);
