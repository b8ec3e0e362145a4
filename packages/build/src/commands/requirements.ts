import { readFileSync } from 'node:fs';

import { inRoot } from '../repository.ts';
import {
  parseRequirements,
  reportRequirements,
  type Requirement,
} from '../repository-checks/requirements.ts';
import { readArguments } from './command-line.ts';

readArguments('Usage: npm run requirements', {});

const markdown = readFileSync(inRoot('docs/requirements.md'), 'utf8');
const { total, tested, builtNotTested, notBuilt } = reportRequirements(parseRequirements(markdown));

const listing = (title: string, requirements: readonly Requirement[]): string[] =>
  requirements.length === 0
    ? []
    : ['', title, ...requirements.map(({ number, group, text }) => `${number}  ${group}: ${text}`)];

const lines = [
  `${total} requirements: ${tested} with a test, ${total - tested} without`,
  `Without a test: ${builtNotTested.length} built, ${notBuilt.length} not built`,
  ...listing('Built, not tested', builtNotTested),
  ...listing('Not built', notBuilt),
];
console.log(lines.join('\n'));
