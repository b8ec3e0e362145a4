import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { describePackages } from '../packages/api-report.ts';
import { inRoot } from '../repository.ts';
import { readArguments } from './command-line.ts';

const { values } = readArguments('Usage: npm run api-report -- [--check]', {
  options: { check: { type: 'boolean', default: false } },
});

const isKept = (file: string, text: string) =>
  existsSync(inRoot(file)) && readFileSync(inRoot(file), 'utf8') === text;
const changed = (await describePackages()).filter(({ file, text }) => !isKept(file, text));

if (!values.check) {
  for (const { file, text } of changed) {
    writeFileSync(inRoot(file), text);
    console.log(`wrote ${file}`);
  }
} else if (changed.length > 0) {
  for (const { file } of changed) console.error(`${file} is not what the package exports.`);
  console.error(
    'Run "npm run api-report" and review the difference: does it add something, or can it break a team? "npx changeset" describes it.',
  );
  process.exitCode = 1;
}
