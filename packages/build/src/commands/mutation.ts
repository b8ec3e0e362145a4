import { mutationAreas } from '../mutation/areas.ts';
import { plantFaults, readPlantedFaults } from '../mutation/plant-faults.ts';
import { reportFaults, type FaultOutcome, type PlantedFault } from '../mutation/planted-fault.ts';
import { runStryker } from '../mutation/run-stryker.ts';

const areaNames = Object.keys(mutationAreas).join(', ');
const usage = [
  'Usage: npm run mutation -- planted [part of a name …]',
  `       npm run mutation -- <area>, one of: ${areaNames}`,
].join('\n');

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Plants the selected faults. Returns whether each had the expected outcome. */
function plantSelected(selected: readonly string[]): boolean {
  const faults = readPlantedFaults(selected);
  if (faults.length === 0) refuse(`No planted fault is named ${selected.join(' or ')}.`);
  const results: { fault: PlantedFault; outcome: FaultOutcome }[] = [];
  plantFaults(faults, (fault, outcome) => {
    results.push({ fault, outcome });
    console.log(...reportFaults([{ fault, outcome }]).lines);
  });
  const { failed } = reportFaults(results);
  console.log(`${results.length - failed} of ${results.length} planted faults as expected`);
  return failed === 0;
}

/** Mutates one area. Returns whether its score reaches the threshold. */
async function mutate(name: string): Promise<boolean> {
  const area = mutationAreas[name];
  if (!area) return refuse(`No area is named ${name}.\n${usage}`);
  const { detected, valid, percent, survivors } = await runStryker(name, area);
  for (const survivor of survivors) console.log(`survived  ${survivor}`);
  console.log(`${name}: ${percent.toFixed(1)} % (${detected} of ${valid}), at least ${area.threshold} %`);
  return percent >= area.threshold;
}

const [command, ...selected] = process.argv.slice(2);
if (!command) refuse(usage);
const isGood = command === 'planted' ? plantSelected(selected) : await mutate(command);
process.exitCode = isGood ? 0 : 1;
