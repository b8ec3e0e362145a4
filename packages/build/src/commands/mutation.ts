import { spawnSync } from 'node:child_process';

import { useTestFolders } from '../../config/test-folders.cjs';
import { filesOfArea, mutationAreas } from '../mutation/areas.ts';
import { plantFaults, readPlantedFaults } from '../mutation/plant-faults.ts';
import { reportFaults, type FaultOutcome, type PlantedFault } from '../mutation/planted-fault.ts';
import { runStryker } from '../mutation/run-stryker.ts';
import { reasonOf } from '../mutation/survivor-reasons.ts';
import { inRoot } from '../repository.ts';
import { readArguments } from './command-line.ts';

const areaNames = Object.keys(mutationAreas).join(', ');
const usage = [
  'Usage: npm run mutation -- planted [part of a name …]',
  `       npm run mutation -- <area> [file …], one of: ${areaNames}`,
  '       npm run mutation -- changed <revision>, the files of all areas that differ from it',
].join('\n');

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Plants the selected faults. Returns whether each had the expected outcome. */
async function plantSelected(selected: readonly string[]): Promise<boolean> {
  const faults = readPlantedFaults(selected);
  if (faults.length === 0) fail(`No planted fault is named ${selected.join(' or ')}.`);
  const results: { fault: PlantedFault; outcome: FaultOutcome }[] = [];
  await plantFaults(faults, (fault, outcome) => {
    results.push({ fault, outcome });
    console.log(...reportFaults([{ fault, outcome }]).lines);
  });
  const { failed } = reportFaults(results);
  console.log(`${results.length - failed} of ${results.length} planted faults as expected`);
  return failed === 0;
}

/** Mutates one area, or some files of it. Returns whether its score reaches the threshold. */
function mutate(name: string, files?: readonly string[]): boolean {
  const area = mutationAreas[name];
  if (!area) return fail(`No area is named ${name}.\n${usage}`);
  const { detected, valid, percent, survivors, untested } = runStryker(name, area, files);
  for (const survivor of survivors) {
    const { file, line, change } = survivor;
    console.log(`survived  ${file}:${line}  ${change}\n          ${reasonOf(survivor) ?? 'no test'}`);
  }
  if (untested > 0) console.log(`${untested} mutants without a result: their tests did not start`);
  console.log(`${name}: ${percent.toFixed(1)} % (${detected} of ${valid}), at least ${area.threshold} %`);
  return percent >= area.threshold;
}

/** Mutates what differs from a revision. Returns whether each area's score reaches its threshold. */
function mutateChanged(revision: string | undefined): boolean {
  if (!revision) return fail(`Name a revision, such as the last release's.\n${usage}`);
  const diff = spawnSync('git', ['diff', '--name-only', '--diff-filter=d', revision, '--'], {
    cwd: inRoot(),
    encoding: 'utf8',
  });
  if (diff.status !== 0) return fail(`git knows no revision ${revision}: ${diff.stderr.trim()}`);
  let isGood = true;
  for (const [name, area] of Object.entries(mutationAreas)) {
    const files = filesOfArea(area, diff.stdout.split('\n'));
    if (files.length > 0) isGood = mutate(name, files) && isGood;
  }
  return isGood;
}

const [command, ...selected] = readArguments(usage, { allowPositionals: true }).positionals;
if (!command) fail(usage);
useTestFolders();
const isGood =
  command === 'planted'
    ? await plantSelected(selected)
    : command === 'changed'
      ? mutateChanged(selected[0])
      : mutate(command, selected.length > 0 ? selected : undefined);
process.exitCode = isGood ? 0 : 1;
