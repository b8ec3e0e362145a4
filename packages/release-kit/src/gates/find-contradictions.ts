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
  const isForeign = (path: string) => !manifest.paths.includes(path);
  return [
    ...findings,
    ...findExperimentContradictions(manifest.name, manifest.experiments ?? []),
    ...allFirstScreens(manifest)
      .filter(({ path }) => isForeign(path))
      .map(
        ({ path }) =>
          `It prerenders the first screen of ${path}, a path that it does not own. Add the path to \`paths\`, or remove the screen from \`firstScreens\`.`,
      ),
    // Reports would count the screen of another remote twice, or give it this title.
    ...manifest.screens
      .filter(isForeign)
      .map(
        (path) =>
          `It lists the screen ${path}, a path that it does not own. Add the path to \`paths\`, or remove it from \`screens\`.`,
      ),
    ...Object.keys(manifest.titles ?? {})
      .filter(isForeign)
      .map(
        (path) =>
          `It has a title for ${path}, a path that it does not own. Add the path to \`paths\`, or remove it from \`titles\`.`,
      ),
  ];
}
