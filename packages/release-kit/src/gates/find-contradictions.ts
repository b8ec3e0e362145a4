import { findExperimentContradictions } from '@funnel/contracts/experiments';
import type { Manifest } from '@funnel/contracts/release';
import semver from 'semver';

import { allFirstScreens } from '../content/content-findings.ts';
import { filesWithoutHash } from './release-gates.ts';

/** Describes the contradictions in a manifest, and a version that is not a valid Semantic Version. */
export function findContradictions(manifest: Manifest): string[] {
  const findings = filesWithoutHash(manifest);
  // Versions are never deleted, so one that no tool can compare would be shown as the newest forever.
  if (semver.valid(manifest.version) === null)
    findings.push(
      `"${manifest.version}" is not a valid Semantic Version (semver.org): for example, a number has a leading zero or is above ${Number.MAX_SAFE_INTEGER}.`,
    );
  if (manifest.kind === 'shell') {
    const translated = Object.values(manifest.locales ?? {}).flatMap(({ frames }) => Object.entries(frames));
    const noSlot = [...Object.entries(manifest.frames), ...translated].filter(
      ([, html]) => !html.includes('{{screen}}'),
    );
    return [...findings, ...noSlot.map(([key]) => `The layout "${key}" has no {{screen}} slot.`)];
  }
  if (manifest.name === 'shell') findings.push('A remote cannot be called shell.');
  if (semver.validRange(manifest.react) === null)
    findings.push(`"${manifest.react}" is not a range of React versions. Use one such as ^19.0.0.`);
  /** Reports would count the screen of another remote twice, or give it this title. */
  const findForeign = (paths: readonly string[], field: string, toSentence: (path: string) => string) =>
    paths
      .filter((path) => !manifest.paths.includes(path))
      .map(
        (path) =>
          `${toSentence(path)}, a path that it does not own. Add the path to \`paths\`, or remove it from \`${field}\`.`,
      );
  const firstScreenPaths = allFirstScreens(manifest).map(({ path }) => path);
  return [
    ...findings,
    ...findExperimentContradictions(manifest.name, manifest.experiments ?? []),
    ...findForeign(firstScreenPaths, 'firstScreens', (path) => `It prerenders the first screen of ${path}`),
    ...findForeign(manifest.screens, 'screens', (path) => `It lists the screen ${path}`),
    ...findForeign(Object.keys(manifest.titles ?? {}), 'titles', (path) => `It has a title for ${path}`),
  ];
}
