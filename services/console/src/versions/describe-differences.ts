import { copy } from '../content/copy.ts';
import { formatDifference } from '../content/format.ts';
import { differencesOf, type Build } from './version-groups.ts';

const text = copy.versions;

/** The differences between a build and the live one in one line. */
export function describeDifferences(build: Build, live: Build): string {
  const { bytes, addedPaths, removedPaths, contracts } = differencesOf(build, live);
  const differences = [
    ...(bytes === 0 ? [] : [text.sizeChange(formatDifference(bytes))]),
    ...(addedPaths.length === 0 ? [] : [text.addedPaths(addedPaths.join(', '))]),
    ...(removedPaths.length === 0 ? [] : [text.removedPaths(removedPaths.join(', '))]),
    ...(contracts ? [text.shellApiChange(...contracts)] : []),
  ];
  return differences.length > 0 ? differences.join('. ') : text.same;
}
