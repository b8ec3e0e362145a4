import fs from 'node:fs';

import { rootFolder } from '../repository.ts';
import { appFingerprint, serviceFingerprint } from './fingerprint.ts';

afterEach(() => jest.restoreAllMocks());

/** The fingerprint as if a file of the repository, or every file below a folder, had another content. */
function fingerprintAfterChange(changed: string, fingerprint = () => appFingerprint('mfe-legal')): string {
  const { readFileSync } = fs;
  jest
    .spyOn(fs, 'readFileSync')
    .mockImplementation((path, options) =>
      `${String(path)}/`.startsWith(`${rootFolder}/${changed}/`)
        ? 'other content'
        : readFileSync(path, options),
    );
  return fingerprint();
}

it.each([
  'mfe-legal/src',
  'packages/build/src',
  'packages/contracts/src',
  'packages/release-kit/src',
  'packages/remote-tools/src',
  'packages/shell-kit/src',
  'packages/ui/src',
  'mfe-legal/package.json',
  'mfe-legal/remote.config.ts',
  'package-lock.json',
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

it.each([
  'services/api/src',
  'services/releases/src',
  'services/payment-sandbox/src',
  'packages/contracts/src',
  'packages/service-kit/src',
  'packages/release-kit/src',
  'package-lock.json',
])('compiles the services again after a change in %s', (changed) => {
  const before = serviceFingerprint();
  expect(fingerprintAfterChange(changed, serviceFingerprint)).not.toBe(before);
});
