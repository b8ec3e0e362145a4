import { resolve } from 'node:path';

import { packPackages } from '../packages/pack-packages.ts';
import { inRoot } from '../repository.ts';
import { exitWithUsage, readArguments } from './command-line.ts';

const usage = 'Usage: npm run pack:packages -- [folder]';
const { positionals } = readArguments(usage, { allowPositionals: true });
if (positionals.length > 1) exitWithUsage(usage, 'Give one folder');
const [folder = inRoot('.cache/packages')] = positionals;
for (const { tarball } of await packPackages(resolve(folder))) console.log(tarball);
