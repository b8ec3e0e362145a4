import { resolve } from 'node:path';

import { packPackages } from '../packages/pack-packages.ts';
import { inRoot } from '../repository.ts';

const folder = process.argv[2] ? resolve(process.argv[2]) : inRoot('.cache/packages');
for (const { tarball } of await packPackages(folder)) console.log(tarball);
