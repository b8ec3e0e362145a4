import { plantFaults, readPlantedFaults } from '../mutation/plant-faults.ts';
import { reportFaults, type FaultOutcome, type PlantedFault } from '../mutation/planted-fault.ts';

const [command, ...selected] = process.argv.slice(2);
if (command !== 'planted') {
  console.error('Usage: npm run mutation -- planted [part of a name …]');
  process.exit(2);
}
const faults = readPlantedFaults(selected);
if (faults.length === 0) {
  console.error(`No planted fault is named ${selected.join(' or ')}.`);
  process.exit(2);
}
const results: { fault: PlantedFault; outcome: FaultOutcome }[] = [];
plantFaults(faults, (fault, outcome) => {
  results.push({ fault, outcome });
  console.log(...reportFaults([{ fault, outcome }]).lines);
});
const { failed } = reportFaults(results);
console.log(`${results.length - failed} of ${results.length} planted faults as expected`);
process.exitCode = failed > 0 ? 1 : 0;
