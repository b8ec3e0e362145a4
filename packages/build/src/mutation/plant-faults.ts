import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { inRoot } from '../repository.ts';
import { copyForFaults } from './faulty-copy.ts';
import {
  needsBrowser,
  patchEnding,
  patchFile,
  patchFolder,
  readPlantedFault,
  type FaultOutcome,
  type PlantedFault,
} from './planted-fault.ts';

/** The planted faults whose name contains one of the given texts; without texts, all. */
export function readPlantedFaults(selected: readonly string[] = []): PlantedFault[] {
  const paths = readdirSync(inRoot(patchFolder), { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => path.endsWith(patchEnding))
    .sort()
    .map((path) => path.slice(0, -patchEnding.length))
    .filter((name) => selected.length === 0 || selected.some((text) => name.includes(text)))
    .map((name) => readPlantedFault(name, readFileSync(inRoot(patchFile(name)), 'utf8')));
}

/**
 * Tests each fault in a copy of the repository, in as many copies as the machine has cores. Faults that only a browser notices
 * are tested alone: beside another browser and its services, a test can fail without a fault.
 */
export async function plantFaults(
  faults: readonly PlantedFault[],
  onResult: (fault: PlantedFault, outcome: FaultOutcome) => void,
): Promise<void> {
  async function testAll(selected: readonly PlantedFault[], copies: number): Promise<void> {
    const waiting = selected.values();
    const work = async () => {
      const copy = copyForFaults();
      try {
        for (const fault of waiting) onResult(fault, await copy.test(fault));
      } finally {
        copy.remove();
      }
    };
    await Promise.all(Array.from({ length: Math.min(copies, selected.length) }, work));
  }
  await testAll(
    faults.filter((fault) => !needsBrowser(fault)),
    availableParallelism(),
  );
  await testAll(faults.filter(needsBrowser), 1);
}
