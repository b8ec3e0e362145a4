import { namePattern, versionPattern } from '../release-names.ts';
import type { ReleasedRemote, ReleaseSet } from '../release-set.ts';
import {
  isFlag,
  isInteger,
  isListOf,
  isObjectOf,
  isOptional,
  isRecordOf,
  isText,
  isTextLike,
} from './guard.ts';

const names = { id: isText, shell: isTextLike(versionPattern) };

/** Accepts what `releaseNamesSchema` accepts. */
export const isReleaseNames = isObjectOf<Pick<ReleaseSet, 'id' | 'shell'>>(names);

const isReleasedRemote = isObjectOf<ReleasedRemote>({
  name: isTextLike(namePattern),
  version: isTextLike(versionPattern),
  container: isText,
  base: isText,
  entry: isText,
  contract: isInteger,
  paths: isListOf(isText),
  widgets: isListOf(isText),
  preload: isListOf(isText),
  integrity: isRecordOf(isText),
});

/** Accepts what `releaseSetSchema` accepts. */
export const isReleaseSet = isObjectOf<ReleaseSet>({
  ...names,
  number: isInteger,
  remotes: isListOf(isReleasedRemote),
  previous: isListOf(isReleasedRemote),
  isPreview: isOptional(isFlag),
});
